package io.placed.spark.internal.v42;

import io.placed.spark.internal.PlanDecisions;
import io.placed.spark.options.PlacedOptions;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.sql.catalyst.analysis.ResolvedIdentifier;
import org.apache.spark.sql.catalyst.expressions.Attribute;
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
import org.apache.spark.sql.connector.expressions.Transform;
import scala.Option;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/**
 * CREATE and REPLACE TABLE for this source in the session's catalog: orders columns as the catalog
 * requires, refuses partition columns of unsupported types, and records the format if it is the
 * session's default.
 */
final class CreatingRule extends Rule<LogicalPlan> {
  private final PlanDecisions decisions;

  CreatingRule(PlanDecisions decisions) {
    this.decisions = decisions;
  }

  @Override
  public LogicalPlan apply(LogicalPlan plan) {
    return plan.resolveOperatorsUp(new EachNode(this::replacement));
  }

  private LogicalPlan replacement(LogicalPlan node) {
    if (node instanceof CreateTable c && creates(decisions, c.name(), c.tableSpec())) {
      Seq<ColumnDefinition> columns = definitions(c.columns(), c.partitioning());
      String by = transforms(columns, c.partitioning());
      return c.copy(
          c.name(),
          columns,
          identities(by, c.partitioning()),
          named(c.tableSpec(), by),
          c.ignoreIfExists());
    }
    if (node instanceof ReplaceTable r && creates(decisions, r.name(), r.tableSpec())) {
      Seq<ColumnDefinition> columns = definitions(r.columns(), r.partitioning());
      String by = transforms(columns, r.partitioning());
      return r.copy(
          r.name(),
          columns,
          identities(by, r.partitioning()),
          named(r.tableSpec(), by),
          r.orCreate());
    }
    if (node instanceof CreateTableAsSelect c && creates(decisions, c.name(), c.tableSpec())) {
      String by = transformsOf(c.query(), c.partitioning());
      return c.copy(
          c.name(),
          identities(by, c.partitioning()),
          query(c.query(), c.partitioning()),
          named(c.tableSpec(), by),
          c.writeOptions(),
          c.ignoreIfExists(),
          c.isAnalyzed());
    }
    if (node instanceof ReplaceTableAsSelect r && creates(decisions, r.name(), r.tableSpec())) {
      String by = transformsOf(r.query(), r.partitioning());
      return r.copy(
          r.name(),
          identities(by, r.partitioning()),
          query(r.query(), r.partitioning()),
          named(r.tableSpec(), by),
          r.writeOptions(),
          r.orCreate(),
          r.isAnalyzed());
    }
    return node;
  }

  static boolean creates(PlanDecisions decisions, LogicalPlan name, TableSpecBase spec) {
    return name instanceof ResolvedIdentifier id
        && decisions.creates(
            id.catalog().name(),
            CatalogDefinition.orNull(spec.provider()),
            spec.serde().isDefined());
  }

  /** The partitioning as text, if the catalog cannot store it; null if it can. */
  private String transforms(Seq<ColumnDefinition> columns, Seq<Transform> partitioning) {
    List<ColumnDefinition> all = CollectionConverters.asJava(columns);
    return decisions
        .partitioning()
        .transforms(
            all.stream().map(ColumnDefinition::name).toList(),
            all.stream().map(ColumnDefinition::dataType).toList(),
            CollectionConverters.asJava(partitioning));
  }

  private String transformsOf(LogicalPlan query, Seq<Transform> partitioning) {
    if (!query.resolved()) {
      return null;
    }
    List<Attribute> all = CollectionConverters.asJava(query.output());
    return decisions
        .partitioning()
        .transforms(
            all.stream().map(Attribute::name).toList(),
            all.stream().map(Attribute::dataType).toList(),
            CollectionConverters.asJava(partitioning));
  }

  private static Seq<Transform> identities(String transforms, Seq<Transform> partitioning) {
    return transforms == null
        ? partitioning
        : CollectionConverters.asScala(List.<Transform>of()).toSeq();
  }

  /**
   * With the session's default format, because the catalog would not store any, and with a property
   * for the partitioning that the catalog cannot store.
   */
  private TableSpecBase named(TableSpecBase spec, String transforms) {
    Option<String> format =
        spec.provider().isDefined() ? spec.provider() : Option.apply(decisions.format());
    if (spec.provider().isDefined() && transforms == null) {
      return spec;
    }
    scala.collection.immutable.Map<String, String> properties =
        transforms == null
            ? spec.properties()
            : spec.properties().updated(PlacedOptions.PARTITIONING, transforms);
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

  private Seq<ColumnDefinition> definitions(
      Seq<ColumnDefinition> columns, Seq<Transform> partitioning) {
    List<ColumnDefinition> all = CollectionConverters.asJava(columns);
    return ordered(
        all,
        decisions.columnOrder(
            all.stream().map(ColumnDefinition::name).toList(),
            all.stream().map(ColumnDefinition::dataType).toList(),
            CollectionConverters.asJava(partitioning)));
  }

  private LogicalPlan query(LogicalPlan query, Seq<Transform> partitioning) {
    if (!query.resolved()) {
      return query;
    }
    List<Attribute> all = CollectionConverters.asJava(query.output());
    List<Integer> order =
        decisions.columnOrder(
            all.stream().map(Attribute::name).toList(),
            all.stream().map(Attribute::dataType).toList(),
            CollectionConverters.asJava(partitioning));
    boolean asGiven = order.equals(IntStream.range(0, all.size()).boxed().toList());
    return asGiven ? query : new Project(ordered(all, order), query);
  }

  private static <T> Seq<T> ordered(List<? extends T> all, List<Integer> order) {
    List<T> ordered = order.stream().<T>map(all::get).toList();
    return CollectionConverters.asScala(ordered).toSeq();
  }
}
