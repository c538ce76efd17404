package io.placed.spark.internal.catalyst.name;

import io.placed.spark.internal.catalyst.node.NodeRule;
import io.placed.spark.internal.catalyst.node.PlanNodes;
import io.placed.spark.internal.catalyst.node.Scala;
import io.placed.spark.internal.decision.PlanDecisions;
import io.placed.spark.internal.decision.TimeTravel;
import java.util.List;
import org.apache.spark.sql.catalyst.analysis.RelationTimeTravel;
import org.apache.spark.sql.catalyst.analysis.UnresolvedIdentifier;
import org.apache.spark.sql.catalyst.analysis.UnresolvedNamespace;
import org.apache.spark.sql.catalyst.analysis.UnresolvedProcedure;
import org.apache.spark.sql.catalyst.analysis.UnresolvedRelation;
import org.apache.spark.sql.catalyst.analysis.UnresolvedTable;
import org.apache.spark.sql.catalyst.analysis.UnresolvedTableOrView;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.plans.logical.InsertIntoStatement;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.UnresolvedDataSource;
import org.apache.spark.sql.catalyst.plans.logical.V2WriteCommand;
import org.apache.spark.sql.catalyst.util.CaseInsensitiveMap;
import org.apache.spark.sql.types.DataTypes;
import scala.Option;
import scala.collection.immutable.Seq;

/**
 * Replaces {@code placed.`/path`} by a name in the catalog of paths wherever SQL allows a table,
 * and does the same for an earlier snapshot of a table of the session's catalog, and for metadata
 * tables.
 */
final class PathNamesRule extends NodeRule {
  PathNamesRule(PlanDecisions decisions) {
    super(decisions);
  }

  @Override
  protected LogicalPlan replacement(LogicalPlan node) {
    if (node instanceof UnresolvedRelation r) {
      Seq<String> path = path(r.multipartIdentifier());
      return path == null ? named(r) : relation(r, path);
    }
    if (node instanceof RelationTimeTravel t && t.relation() instanceof UnresolvedRelation r) {
      Seq<String> path = path(r.multipartIdentifier());
      if (path == null) {
        path = metadata(r.multipartIdentifier());
      }
      if (path == null) {
        path = asScala(decisions.names().tablePath(asJava(r.multipartIdentifier())));
      }
      return path == null ? node : t.copy(renamed(r, path), t.timestamp(), t.version());
    }
    UnresolvedRelation changed = PlanNodes.changesOf(node);
    if (changed != null) {
      Seq<String> path = path(changed.multipartIdentifier());
      path =
          path == null
              ? asScala(decisions.names().tablePath(asJava(changed.multipartIdentifier())))
              : path;
      return path == null ? node : PlanNodes.changesOf(node, renamed(changed, path));
    }
    if (node instanceof InsertIntoStatement i && i.table() instanceof UnresolvedRelation r) {
      Seq<String> path = path(r.multipartIdentifier());
      return path == null ? node : PlanNodes.into(i, renamed(r, path));
    }
    if (node instanceof V2WriteCommand w && w.table() instanceof UnresolvedRelation r) {
      Seq<String> path = path(r.multipartIdentifier());
      return path == null ? node : (LogicalPlan) w.withNewTable(renamed(r, path));
    }
    if (node instanceof UnresolvedTable t) {
      Seq<String> path = path(t.multipartIdentifier());
      return path == null ? node : t.copy(path, t.commandName(), t.suggestAlternative());
    }
    if (node instanceof UnresolvedTableOrView t) {
      Seq<String> path = path(t.multipartIdentifier());
      path = path == null ? metadata(t.multipartIdentifier()) : path;
      return path == null ? node : PlanNodes.renamed(t, path);
    }
    if (node instanceof UnresolvedIdentifier t) {
      Seq<String> path = path(t.nameParts());
      return path == null ? node : t.copy(path, t.allowTemp());
    }
    if (node instanceof UnresolvedProcedure p) {
      Seq<String> name = asScala(decisions.names().procedureName(asJava(p.nameParts())));
      return name == null ? node : p.copy(name);
    }
    if (node.nodeName().equals("ShowProceduresCommand")
        && Scala.list(node.children()).get(0) instanceof UnresolvedNamespace n) {
      Seq<String> name = asScala(decisions.names().proceduresName(asJava(n.multipartIdentifier())));
      return name == null
          ? node
          : node.withNewChildren(Scala.seq(List.<LogicalPlan>of(n.copy(name, n.fetchMetadata()))));
    }
    return node;
  }

  /** Null if the name is not a path. */
  private Seq<String> path(Seq<String> name) {
    return asScala(decisions.names().pathName(asJava(name)));
  }

  /** Null if the name is not that of a metadata table. */
  private Seq<String> metadata(Seq<String> name) {
    return asScala(decisions.names().metadataName(asJava(name)));
  }

  private static List<String> asJava(Seq<String> name) {
    return Scala.list(name);
  }

  private static Seq<String> asScala(List<String> name) {
    return name == null ? null : Scala.seq(name);
  }

  private static UnresolvedRelation renamed(UnresolvedRelation r, Seq<String> path) {
    return r.copy(path, r.options(), r.isStreaming());
  }

  /** With options, which may change the columns, the path is read like by a DataFrameReader. */
  private LogicalPlan relation(UnresolvedRelation r, Seq<String> path) {
    boolean hasOptions = !r.clearWritePrivileges().options().isEmpty();
    return hasOptions && !r.isStreaming() ? source(r) : renamed(r, path);
  }

  private LogicalPlan source(UnresolvedRelation r) {
    return new UnresolvedDataSource(
        PlanDecisions.FORMAT,
        Option.empty(),
        new CaseInsensitiveMap<>(
            Scala.immutable(TimeTravel.ofSource(r.options()).asCaseSensitiveMap())),
        false,
        asScala(List.of(r.multipartIdentifier().last())));
  }

  /** A table of the session's catalog, at a time or now, or what the log says about one. */
  private LogicalPlan named(UnresolvedRelation r) {
    LogicalPlan past = past(r);
    Seq<String> name = past == r ? metadata(r.multipartIdentifier()) : null;
    return name == null ? past : renamed(r, name);
  }

  private LogicalPlan past(UnresolvedRelation r) {
    TimeTravel.PastTable past =
        r.isStreaming() || r.options().isEmpty()
            ? null
            : decisions.timeTravel().past(asJava(r.multipartIdentifier()), r.options());
    if (past == null) {
      return r;
    }
    UnresolvedRelation table = r.copy(asScala(past.name()), past.options(), r.isStreaming());
    return past.snapshot() != null
        ? new RelationTimeTravel(table, Option.empty(), Option.apply(past.snapshot()))
        : new RelationTimeTravel(
            table,
            Option.apply(new Literal(past.micros(), DataTypes.TimestampType)),
            Option.empty());
  }
}
