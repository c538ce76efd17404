package io.placed.spark.internal.catalyst.node;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.catalyst.analysis.ResolvedIdentifier;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.AttributeReference;
import org.apache.spark.sql.catalyst.plans.logical.AppendData;
import org.apache.spark.sql.catalyst.plans.logical.InsertIntoStatement;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.TableSpec;
import org.apache.spark.sql.catalyst.plans.logical.TableSpecBase;
import org.apache.spark.sql.catalyst.plans.logical.UnresolvedTableSpec;
import org.apache.spark.sql.catalyst.streaming.StreamingRelationV2;
import org.apache.spark.sql.connector.catalog.CatalogPlugin;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.execution.datasources.v2.BatchScanExec;
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation;
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2ScanRelation;
import org.apache.spark.sql.execution.datasources.v2.StoragePartitionJoinParams;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import scala.Option;
import scala.collection.Seq;
import scala.collection.immutable.Map;

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
        insert.byName());
  }

  /** Null: Spark 3.5 has no {@code WITH SCHEMA EVOLUTION}. */
  public static LogicalPlan evolving(LogicalPlan node) {
    return null;
  }

  /** Whether a write appends rows, or what a MERGE without WHEN MATCHED inserts. */
  public static boolean appends(LogicalPlan plan) {
    return plan instanceof AppendData;
  }

  public static ResolvedIdentifier withCatalog(ResolvedIdentifier id, CatalogPlugin catalog) {
    return id.copy(catalog, id.identifier());
  }

  public static DataSourceV2Relation relation(
      Table table,
      Option<CatalogPlugin> catalog,
      Option<Identifier> name,
      CaseInsensitiveStringMap options) {
    return DataSourceV2Relation.create(table, catalog, name, options);
  }

  /** With the attributes to which a plan already refers. */
  public static DataSourceV2Relation relation(
      Table table,
      Seq<AttributeReference> output,
      Option<CatalogPlugin> catalog,
      Option<Identifier> name) {
    return new DataSourceV2Relation(
        table, Scala.seq(Scala.list(output)), catalog, name, CaseInsensitiveStringMap.empty());
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
        r.v1Relation());
  }

  public static DataSourceV2ScanRelation withScan(DataSourceV2ScanRelation r, Scan scan) {
    return r.copy(r.relation(), scan, r.output(), r.keyGroupedPartitioning(), r.ordering());
  }

  public static StreamingRelationV2 withOutput(
      StreamingRelationV2 r, List<AttributeReference> output) {
    return r.copy(
        r.source(),
        r.sourceName(),
        r.table(),
        r.extraOptions(),
        Scala.seq(new ArrayList<Attribute>(output)),
        r.catalog(),
        r.identifier(),
        r.v1Relation());
  }

  public static DataSourceV2Relation withOptions(
      DataSourceV2Relation r, CaseInsensitiveStringMap options) {
    return r.copy(r.table(), r.output(), r.catalog(), r.identifier(), options);
  }

  public static DataSourceV2Relation withCatalog(
      DataSourceV2Relation r, Option<CatalogPlugin> catalog) {
    return r.copy(r.table(), r.output(), catalog, r.identifier(), r.options());
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
          u.serde(),
          u.external());
    }
    TableSpec t = (TableSpec) spec;
    return t.copy(
        properties, format, t.options(), t.location(), t.comment(), t.serde(), t.external());
  }

  /** What a table reads: itself, because this release has no tables of changes. */
  public static Object read(Table table) {
    return table;
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
            new StoragePartitionJoinParams(Option.empty(), Option.empty(), false, false));
    changed.copyTagsFrom(node);
    return changed;
  }
}
