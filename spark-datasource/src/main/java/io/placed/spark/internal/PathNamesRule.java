package io.placed.spark.internal;

import io.placed.spark.PlacedOptions;
import io.placed.spark.read.source.SourceOptions;
import io.placed.table.source.Moment;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.TableIdentifier;
import org.apache.spark.sql.catalyst.analysis.NoSuchNamespaceException;
import org.apache.spark.sql.catalyst.analysis.NoSuchTableException;
import org.apache.spark.sql.catalyst.analysis.RelationTimeTravel;
import org.apache.spark.sql.catalyst.analysis.UnresolvedIdentifier;
import org.apache.spark.sql.catalyst.analysis.UnresolvedProcedure;
import org.apache.spark.sql.catalyst.analysis.UnresolvedRelation;
import org.apache.spark.sql.catalyst.analysis.UnresolvedTable;
import org.apache.spark.sql.catalyst.analysis.UnresolvedTableOrView;
import org.apache.spark.sql.catalyst.catalog.CatalogTable;
import org.apache.spark.sql.catalyst.catalog.CatalogUtils;
import org.apache.spark.sql.catalyst.catalog.SessionCatalog;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.plans.logical.InsertIntoStatement;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.UnresolvedDataSource;
import org.apache.spark.sql.catalyst.plans.logical.V2WriteCommand;
import org.apache.spark.sql.catalyst.rules.Rule;
import org.apache.spark.sql.catalyst.util.CaseInsensitiveMap;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import scala.Option;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/**
 * {@code placed.`/path`} wherever SQL wants a table: Spark itself knows paths in this place for its
 * first generation of sources only, and for reading. Such a name becomes one of the catalog of
 * paths; a past state of a table of the session's catalog is that of its path, too.
 */
final class PathNamesRule extends Rule<LogicalPlan> {
  private static final String FORMAT = "placed";

  /** Spark's own name of the option. */
  private static final String VERSION = "versionAsOf";

  private final SparkSession session;

  PathNamesRule(SparkSession session) {
    this.session = session;
  }

  @Override
  public LogicalPlan apply(LogicalPlan plan) {
    return plan.resolveOperatorsUp(new EachNode(this::replacement));
  }

  /** The node itself if it names no path. */
  private LogicalPlan replacement(LogicalPlan node) {
    if (node instanceof UnresolvedRelation r && isPath(r.multipartIdentifier())) {
      // Options may change the columns, and then the path is read as by a reader.
      boolean asItIs = r.clearWritePrivileges().options().isEmpty();
      return asItIs || r.isStreaming() ? inCatalog(r) : source(r);
    }
    if (node instanceof UnresolvedRelation r && !r.isStreaming() && !r.options().isEmpty()) {
      return past(r);
    }
    if (node instanceof RelationTimeTravel t && t.relation() instanceof UnresolvedRelation r) {
      UnresolvedRelation path = isPath(r.multipartIdentifier()) ? inCatalog(r) : pathOf(r);
      return path == null ? node : t.copy(path, t.timestamp(), t.version());
    }
    if (node instanceof InsertIntoStatement i
        && i.table() instanceof UnresolvedRelation r
        && isPath(r.multipartIdentifier())) {
      return EachNode.into(i, inCatalog(r));
    }
    if (node instanceof V2WriteCommand w
        && w.table() instanceof UnresolvedRelation r
        && isPath(r.multipartIdentifier())) {
      return (LogicalPlan) w.withNewTable(inCatalog(r));
    }
    if (node instanceof UnresolvedTable t && isPath(t.multipartIdentifier())) {
      return t.copy(inCatalog(t.multipartIdentifier()), t.commandName(), t.suggestAlternative());
    }
    if (node instanceof UnresolvedTableOrView t && isPath(t.multipartIdentifier())) {
      return t.copy(
          inCatalog(t.multipartIdentifier()),
          t.commandName(),
          t.allowTempView(),
          t.tableNotFoundSearchPathMode());
    }
    if (node instanceof UnresolvedIdentifier t && isPath(t.nameParts())) {
      return t.copy(inCatalog(t.nameParts()), t.allowTemp());
    }
    if (node instanceof UnresolvedProcedure p && isProcedure(p.nameParts())) {
      return p.copy(
          CollectionConverters.asScala(
                  List.of(PlacedExtensions.PATHS, p.nameParts().apply(1), p.nameParts().last()))
              .toSeq());
    }
    return node;
  }

  private boolean isProcedure(Seq<String> name) {
    return name.length() == 3
        && name.head().equalsIgnoreCase(FORMAT)
        && !conf().contains("spark.sql.catalog." + name.head());
  }

  private SessionCatalog catalog() {
    return ((org.apache.spark.sql.classic.SparkSession) session).sessionState().catalog();
  }

  private boolean isPath(Seq<String> name) {
    return conf().runSQLonFile()
        && name.length() == 2
        && name.head().equalsIgnoreCase(FORMAT)
        && !conf().contains("spark.sql.catalog." + name.head())
        && !isTable(name.last());
  }

  /** A database may be called placed, too; its tables have no slash in their names. */
  private boolean isTable(String name) {
    return name.indexOf('/') < 0 && catalog().databaseExists(FORMAT);
  }

  private static Seq<String> inCatalog(Seq<String> name) {
    return CollectionConverters.asScala(List.of(PlacedExtensions.PATHS, name.last())).toSeq();
  }

  private static UnresolvedRelation inCatalog(UnresolvedRelation r) {
    return r.copy(inCatalog(r.multipartIdentifier()), r.options(), r.isStreaming());
  }

  /** Another snapshot may have other columns, which a catalog's table cannot follow. */
  private LogicalPlan past(UnresolvedRelation r) {
    boolean asked =
        Stream.of(PlacedOptions.SNAPSHOT, PlacedOptions.AS_OF, VERSION)
            .anyMatch(r.options()::containsKey);
    UnresolvedRelation path = asked ? pathOf(r) : null;
    if (path == null) {
      return r;
    }
    Map<String, String> options = new HashMap<>(r.options().asCaseSensitiveMap());
    String version = taken(options, VERSION);
    if (version != null) {
      if (r.options().containsKey(PlacedOptions.SNAPSHOT)) {
        throw Errors.analysis(
            "options " + PlacedOptions.SNAPSHOT + " and " + VERSION + " are one and the same",
            null);
      }
      options.put(PlacedOptions.SNAPSHOT, version);
    }
    Moment moment =
        SourceOptions.moment(new CaseInsensitiveStringMap(options), conf().sessionLocalTimeZone());
    taken(options, PlacedOptions.SNAPSHOT);
    taken(options, PlacedOptions.AS_OF);
    UnresolvedRelation table =
        path.copy(
            path.multipartIdentifier(), new CaseInsensitiveStringMap(options), path.isStreaming());
    return moment.snapshot() != null
        ? new RelationTimeTravel(
            table, Option.empty(), Option.apply(String.valueOf(moment.snapshot())))
        : new RelationTimeTravel(table, Option.apply(micros(moment)), Option.empty());
  }

  private static Expression micros(Moment moment) {
    long micros = Math.multiplyExact(moment.asOfMillis(), 1_000L);
    return new Literal(micros, DataTypes.TimestampType);
  }

  /** Takes an option out, however it is spelt. */
  private static String taken(Map<String, String> options, String name) {
    String value = new CaseInsensitiveStringMap(options).get(name);
    options.keySet().removeIf(name::equalsIgnoreCase);
    return value;
  }

  /** Of a table of the session's catalog that this source reads; null if it is another. */
  private UnresolvedRelation pathOf(UnresolvedRelation r) {
    Seq<String> name = r.multipartIdentifier();
    if (name.length() > 2) {
      return null;
    }
    TableIdentifier table =
        new TableIdentifier(
            name.last(), name.length() == 2 ? Option.apply(name.head()) : Option.empty());
    if (catalog().isTempView(table) || !catalog().tableExists(table)) {
      return null;
    }
    CatalogTable found;
    try {
      found = catalog().getTableMetadata(table);
    } catch (NoSuchNamespaceException | NoSuchTableException e) {
      return null; // Dropped this very moment: Spark says so.
    }
    if (!found.provider().exists(FORMAT::equalsIgnoreCase)
        && !found.storage().serde().contains(HiveTableRule.SERDE)) {
      return null;
    }
    Seq<String> path =
        CollectionConverters.asScala(
                List.of(PlacedExtensions.PATHS, CatalogUtils.URIToString(found.location())))
            .toSeq();
    return r.copy(path, r.options(), r.isStreaming());
  }

  private static LogicalPlan source(UnresolvedRelation relation) {
    return new UnresolvedDataSource(
        FORMAT,
        Option.empty(),
        new CaseInsensitiveMap<>(
            scala.collection.immutable.Map.from(
                CollectionConverters.asScala(relation.options().asCaseSensitiveMap()))),
        false,
        CollectionConverters.asScala(List.of(relation.multipartIdentifier().last())).toSeq());
  }
}
