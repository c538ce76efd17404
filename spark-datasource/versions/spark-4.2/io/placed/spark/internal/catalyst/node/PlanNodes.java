package io.placed.spark.internal.catalyst.node;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.catalyst.analysis.NamedRelation;
import org.apache.spark.sql.catalyst.analysis.RelationChanges;
import org.apache.spark.sql.catalyst.analysis.ResolvedIdentifier;
import org.apache.spark.sql.catalyst.analysis.UnresolvedFunction;
import org.apache.spark.sql.catalyst.analysis.UnresolvedRelation;
import org.apache.spark.sql.catalyst.analysis.UnresolvedTableOrView;
import org.apache.spark.sql.catalyst.expressions.AttributeReference;
import org.apache.spark.sql.catalyst.plans.logical.AppendData;
import org.apache.spark.sql.catalyst.plans.logical.InsertIntoStatement;
import org.apache.spark.sql.catalyst.plans.logical.InsertOnlyMerge;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.MergeIntoTable;
import org.apache.spark.sql.catalyst.plans.logical.SubqueryAlias$;
import org.apache.spark.sql.catalyst.plans.logical.TableSpec;
import org.apache.spark.sql.catalyst.plans.logical.TableSpecBase;
import org.apache.spark.sql.catalyst.plans.logical.UnresolvedTableSpec;
import org.apache.spark.sql.catalyst.plans.logical.V2WriteCommand;
import org.apache.spark.sql.catalyst.streaming.StreamingRelationV2;
import org.apache.spark.sql.connector.catalog.CatalogPlugin;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.execution.datasources.v2.BatchScanExec;
import org.apache.spark.sql.execution.datasources.v2.ChangelogTable;
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation;
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2ScanRelation;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import scala.Option;
import scala.collection.immutable.Map;
import scala.collection.immutable.Seq;

/** Builds nodes of plans whose fields differ between releases of Spark. */
public final class PlanNodes {
  private PlanNodes() {}

  /** The same INSERT with another target table. */
  public static InsertIntoStatement into(InsertIntoStatement insert, LogicalPlan table) {
    return insert.copy(
        table,
        insert.partitionSpec(),
        insert.userSpecifiedCols(),
        insert.query(),
        insert.overwrite(),
        insert.ifPartitionNotExists(),
        insert.byName(),
        insert.replaceCriteriaOpt(),
        insert.withSchemaEvolution());
  }

  /** The target of a write {@code WITH SCHEMA EVOLUTION}; null for other nodes. */
  public static LogicalPlan evolving(LogicalPlan node) {
    if (node instanceof InsertIntoStatement i) {
      return i.withSchemaEvolution() ? i.table() : null;
    }
    if (node instanceof MergeIntoTable m) {
      return m.withSchemaEvolution() ? m.targetTable() : null;
    }
    return node instanceof V2WriteCommand w && w.withSchemaEvolution()
        ? (LogicalPlan) w.table()
        : null;
  }

  /** The same write with another target. */
  public static LogicalPlan evolving(LogicalPlan write, LogicalPlan target) {
    if (write instanceof InsertIntoStatement i) {
      return into(i, target);
    }
    if (write instanceof MergeIntoTable m) {
      return m.copy(
          target.transformUp(new EachNode(PlanNodes::named)),
          m.sourceTable(),
          m.mergeCondition(),
          m.matchedActions(),
          m.notMatchedActions(),
          m.notMatchedBySourceActions(),
          m.withSchemaEvolution());
    }
    return (LogicalPlan) ((V2WriteCommand) write).withNewTable((NamedRelation) target);
  }

  /** A table as Spark finds it by its name, by which its columns may be qualified. */
  private static LogicalPlan named(LogicalPlan node) {
    if (!(node instanceof DataSourceV2Relation r)) {
      return node;
    }
    List<String> name = new ArrayList<>(List.of(r.catalog().get().name()));
    name.addAll(List.of(r.identifier().get().namespace()));
    name.add(r.identifier().get().name());
    return SubqueryAlias$.MODULE$.apply(Scala.seq(name), r);
  }

  /** Whether a write appends rows, or what a MERGE without WHEN MATCHED inserts. */
  public static boolean appends(LogicalPlan plan) {
    return plan instanceof AppendData || plan instanceof InsertOnlyMerge;
  }

  public static ResolvedIdentifier withCatalog(ResolvedIdentifier id, CatalogPlugin catalog) {
    return id.copy(catalog, id.identifier(), id.output());
  }

  public static DataSourceV2Relation relation(
      Table table,
      Option<CatalogPlugin> catalog,
      Option<Identifier> name,
      CaseInsensitiveStringMap options) {
    return DataSourceV2Relation.create(table, catalog, name, options, Option.empty());
  }

  /** With the attributes to which a plan already refers. */
  public static DataSourceV2Relation relation(
      Table table,
      Seq<AttributeReference> output,
      Option<CatalogPlugin> catalog,
      Option<Identifier> name) {
    return new DataSourceV2Relation(
        table, output, catalog, name, CaseInsensitiveStringMap.empty(), Option.empty());
  }

  public static StreamingRelationV2 withOptions(
      StreamingRelationV2 r, CaseInsensitiveStringMap options) {
    return r.copy(
        r.source(),
        r.sourceName(),
        r.table(),
        options,
        r.output(),
        r.catalog(),
        r.identifier(),
        r.v1Relation(),
        r.sourceIdentifyingName());
  }

  public static DataSourceV2ScanRelation withScan(DataSourceV2ScanRelation r, Scan scan) {
    return r.copy(
        r.relation(),
        scan,
        r.output(),
        r.keyGroupedPartitioning(),
        r.ordering(),
        r.pushedFilters());
  }

  public static StreamingRelationV2 withOutput(
      StreamingRelationV2 r, List<AttributeReference> output) {
    return r.copy(
        r.source(),
        r.sourceName(),
        r.table(),
        r.extraOptions(),
        Scala.seq(output),
        r.catalog(),
        r.identifier(),
        r.v1Relation(),
        r.sourceIdentifyingName());
  }

  public static DataSourceV2Relation withOptions(
      DataSourceV2Relation r, CaseInsensitiveStringMap options) {
    return r.copy(r.table(), r.output(), r.catalog(), r.identifier(), options, r.timeTravelSpec());
  }

  public static DataSourceV2Relation withCatalog(
      DataSourceV2Relation r, Option<CatalogPlugin> catalog) {
    return r.copy(r.table(), r.output(), catalog, r.identifier(), r.options(), r.timeTravelSpec());
  }

  /** The same description of a new table with other properties and format. */
  public static TableSpecBase with(
      TableSpecBase spec, Map<String, String> properties, Option<String> format) {
    if (spec instanceof UnresolvedTableSpec u) {
      return u.copy(
          properties,
          format,
          u.optionExpression(),
          u.location(),
          u.comment(),
          u.collation(),
          u.serde(),
          u.external(),
          u.constraints());
    }
    TableSpec t = (TableSpec) spec;
    return t.copy(
        properties,
        format,
        t.options(),
        t.location(),
        t.comment(),
        t.collation(),
        t.serde(),
        t.external(),
        t.constraints());
  }

  public static UnresolvedTableOrView renamed(UnresolvedTableOrView t, Seq<String> name) {
    return t.copy(name, t.commandName(), t.allowTempView(), t.tableNotFoundSearchPathMode());
  }

  public static UnresolvedFunction renamed(UnresolvedFunction f, Seq<String> name) {
    return f.copy(
        name,
        f.arguments(),
        f.isDistinct(),
        f.filter(),
        f.ignoreNulls(),
        f.orderingWithinGroup(),
        f.isInternal());
  }

  /** {@code CHANGES FROM}, of a relation that is not resolved; null for other nodes. */
  public static UnresolvedRelation changesOf(LogicalPlan node) {
    return node instanceof RelationChanges c && c.relation() instanceof UnresolvedRelation r
        ? r
        : null;
  }

  /** The same changes of another relation. */
  public static LogicalPlan changesOf(LogicalPlan changes, LogicalPlan relation) {
    return ((RelationChanges) changes)
        .copy(relation, ((RelationChanges) changes).changelogContext());
  }

  /** What a table reads: the source of changes for a table of changes, else the table itself. */
  public static Object read(Table table) {
    return table instanceof ChangelogTable changes ? changes.changelog() : table;
  }

  /** The same node with another scan, of whose partitioning and order nothing is known. */
  public static BatchScanExec unarranged(BatchScanExec node, Scan scan) {
    BatchScanExec changed =
        node.copy(
            node.output(),
            scan,
            node.runtimeFilters(),
            Option.empty(),
            node.table(),
            Option.empty());
    changed.copyTagsFrom(node);
    return changed;
  }
}
