package io.placed.spark.internal;

import io.placed.spark.SparkTypes;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.apache.spark.sql.catalyst.analysis.ResolvedIdentifier;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.plans.logical.ColumnDefinition;
import org.apache.spark.sql.catalyst.plans.logical.CreateTable;
import org.apache.spark.sql.catalyst.plans.logical.CreateTableAsSelect;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.catalyst.plans.logical.ReplaceTable;
import org.apache.spark.sql.catalyst.plans.logical.ReplaceTableAsSelect;
import org.apache.spark.sql.catalyst.plans.logical.TableSpec;
import org.apache.spark.sql.catalyst.plans.logical.TableSpecBase;
import org.apache.spark.sql.catalyst.plans.logical.UnresolvedTableSpec;
import org.apache.spark.sql.catalyst.rules.Rule;
import org.apache.spark.sql.connector.catalog.CatalogPlugin;
import org.apache.spark.sql.connector.expressions.IdentityTransform;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.internal.SQLConf;
import org.apache.spark.sql.types.DataType;
import scala.Option;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/**
 * A table in a Hive metastore has its partition columns behind all others, as one of Spark's own
 * formats has: the metastore keeps them so, and Spark takes a table that says otherwise for a
 * corrupted one. Columns that no directory can be named after are refused here, before there is a
 * table. A table that names no format gets the name of the session's, if that is this one.
 */
final class CreatingRule extends Rule<LogicalPlan> {
  private static final String HIVE_BY_DEFAULT = "spark.sql.legacy.createHiveTableByDefault";

  @Override
  public LogicalPlan apply(LogicalPlan plan) {
    return plan.resolveOperatorsUp(new EachNode(CreatingRule::replacement));
  }

  private static LogicalPlan replacement(LogicalPlan node) {
    if (node instanceof CreateTable c && ours(c.name(), c.tableSpec())) {
      Seq<ColumnDefinition> columns = definitions(c.columns(), c.partitioning());
      return c.copy(c.name(), columns, c.partitioning(), named(c.tableSpec()), c.ignoreIfExists());
    }
    if (node instanceof ReplaceTable r && ours(r.name(), r.tableSpec())) {
      Seq<ColumnDefinition> columns = definitions(r.columns(), r.partitioning());
      return r.copy(r.name(), columns, r.partitioning(), named(r.tableSpec()), r.orCreate());
    }
    if (node instanceof CreateTableAsSelect c && ours(c.name(), c.tableSpec())) {
      return c.copy(
          c.name(),
          c.partitioning(),
          query(c.query(), c.partitioning()),
          named(c.tableSpec()),
          c.writeOptions(),
          c.ignoreIfExists(),
          c.isAnalyzed());
    }
    if (node instanceof ReplaceTableAsSelect r && ours(r.name(), r.tableSpec())) {
      return r.copy(
          r.name(),
          r.partitioning(),
          query(r.query(), r.partitioning()),
          named(r.tableSpec()),
          r.writeOptions(),
          r.orCreate(),
          r.isAnalyzed());
    }
    return node;
  }

  static boolean ours(LogicalPlan name, TableSpecBase spec) {
    if (!(name instanceof ResolvedIdentifier id) || spec.serde().isDefined()) {
      return false;
    }
    CatalogPlugin catalog = id.catalog();
    return catalog.name().equals("spark_catalog") && provider(spec).equalsIgnoreCase("placed");
  }

  /** A table that names none has the session's. */
  private static String provider(TableSpecBase spec) {
    if (spec.provider().isDefined()) {
      return spec.provider().get();
    }
    SQLConf conf = SQLConf.get();
    boolean hive = "true".equals(conf.getConfString(HIVE_BY_DEFAULT, "false"));
    return hive ? "hive" : conf.defaultDataSourceName();
  }

  /** With the format that the session meant, because the catalog keeps what was said only. */
  private static TableSpecBase named(TableSpecBase spec) {
    Option<String> format = Option.apply("placed");
    if (spec.provider().isDefined()) {
      return spec;
    }
    if (spec instanceof UnresolvedTableSpec u) {
      return u.copy(
          u.properties(),
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
        t.properties(),
        format,
        t.options(),
        t.location(),
        t.comment(),
        t.collation(),
        t.serde(),
        t.external(),
        t.constraints());
  }

  private static Seq<ColumnDefinition> definitions(
      Seq<ColumnDefinition> columns, Seq<Transform> partitioning) {
    List<ColumnDefinition> all = CollectionConverters.asJava(columns);
    return CollectionConverters.asScala(
            partitionsLast(all, partitioning, ColumnDefinition::name, ColumnDefinition::dataType))
        .toSeq();
  }

  private static LogicalPlan query(LogicalPlan query, Seq<Transform> partitioning) {
    if (!query.resolved()) {
      return query;
    }
    List<Attribute> all = CollectionConverters.asJava(query.output());
    List<Attribute> ordered =
        partitionsLast(all, partitioning, Attribute::name, Attribute::dataType);
    if (ordered.equals(all)) {
      return query;
    }
    return new Project(
        CollectionConverters.asScala(new ArrayList<NamedExpression>(ordered)).toSeq(), query);
  }

  private static <C> List<C> partitionsLast(
      List<C> columns,
      Seq<Transform> partitioning,
      Function<C, String> name,
      Function<C, DataType> type) {
    boolean caseSensitive = Session.active().caseSensitive();
    List<C> partitions = new ArrayList<>();
    for (Transform t : CollectionConverters.asJava(partitioning)) {
      if (!(t instanceof IdentityTransform) || t.references()[0].fieldNames().length != 1) {
        return columns; // Refused with its own words when the table is made.
      }
      String wanted = t.references()[0].fieldNames()[0];
      for (C c : columns) {
        String found = name.apply(c);
        if (caseSensitive ? found.equals(wanted) : found.equalsIgnoreCase(wanted)) {
          SparkTypes.requirePartitionType(found, type.apply(c));
          partitions.add(c);
        }
      }
    }
    if (!Session.active().hasHiveMetastore()) {
      return columns;
    }
    List<C> ordered = new ArrayList<>(columns);
    ordered.removeAll(partitions);
    ordered.addAll(partitions);
    return ordered;
  }
}
