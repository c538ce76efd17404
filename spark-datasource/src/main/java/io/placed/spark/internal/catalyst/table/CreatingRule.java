package io.placed.spark.internal.catalyst.table;

import io.placed.spark.catalog.ReplacingCatalog;
import io.placed.spark.internal.catalyst.node.NodeRule;
import io.placed.spark.internal.catalyst.node.PlanNodes;
import io.placed.spark.internal.catalyst.node.Scala;
import io.placed.spark.internal.decision.CatalogCreation;
import io.placed.spark.internal.decision.PlanDecisions;
import io.placed.spark.options.PlacedOptions;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.sql.catalyst.analysis.ResolvedIdentifier;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.plans.logical.CreateTable;
import org.apache.spark.sql.catalyst.plans.logical.CreateTableAsSelect;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.catalyst.plans.logical.ReplaceTable;
import org.apache.spark.sql.catalyst.plans.logical.ReplaceTableAsSelect;
import org.apache.spark.sql.catalyst.plans.logical.TableSpecBase;
import org.apache.spark.sql.connector.catalog.TableCatalog;
import org.apache.spark.sql.connector.expressions.Transform;
import scala.Option;
import scala.collection.Seq;

/**
 * CREATE and REPLACE TABLE for this source in the session's catalog: orders columns as the catalog
 * requires, refuses partition columns of unsupported types, and records the format if it is the
 * session's default.
 */
public final class CreatingRule extends NodeRule {
  public CreatingRule(PlanDecisions decisions) {
    super(decisions);
  }

  @Override
  protected LogicalPlan replacement(LogicalPlan node) {
    if (node instanceof CreateTable c && creates(decisions, c.name(), c.tableSpec())) {
      NewColumns columns = ordered(NewColumns.of(c), c.partitioning());
      String by = transforms(columns, c.partitioning());
      return columns.in(c, identities(by, c.partitioning()), named(c.tableSpec(), by));
    }
    if (node instanceof ReplaceTable r && creates(decisions, r.name(), r.tableSpec())) {
      NewColumns columns = ordered(NewColumns.of(r), r.partitioning());
      String by = transforms(columns, r.partitioning());
      return columns.in(r, identities(by, r.partitioning()), named(r.tableSpec(), by));
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
          replacing((ResolvedIdentifier) r.name()),
          identities(by, r.partitioning()),
          query(r.query(), r.partitioning()),
          named(r.tableSpec(), by),
          r.writeOptions(),
          r.orCreate(),
          r.isAnalyzed());
    }
    return node;
  }

  /** The name in a catalog whose new tables know that they take the place of others. */
  private static ResolvedIdentifier replacing(ResolvedIdentifier id) {
    return id.catalog() instanceof TableCatalog c && !(c instanceof ReplacingCatalog)
        ? PlanNodes.withCatalog(id, new ReplacingCatalog(c))
        : id;
  }

  static boolean creates(PlanDecisions decisions, LogicalPlan name, TableSpecBase spec) {
    return name instanceof ResolvedIdentifier id
        && decisions
            .creation()
            .creates(
                id.catalog().name(),
                CatalogDefinition.orNull(spec.provider()),
                spec.serde().isDefined());
  }

  /** The partitioning as text, if the catalog cannot store it; null if it can. */
  private String transforms(NewColumns columns, Seq<Transform> partitioning) {
    return decisions
        .partitioning()
        .transforms(columns.names(), columns.types(), Scala.list(partitioning));
  }

  private String transformsOf(LogicalPlan query, Seq<Transform> partitioning) {
    if (!query.resolved()) {
      return null;
    }
    List<Attribute> all = Scala.list(query.output());
    return decisions
        .partitioning()
        .transforms(
            all.stream().map(Attribute::name).toList(),
            all.stream().map(Attribute::dataType).toList(),
            Scala.list(partitioning));
  }

  private static scala.collection.immutable.Seq<Transform> identities(
      String transforms, Seq<Transform> partitioning) {
    return Scala.seq(transforms == null ? Scala.list(partitioning) : List.of());
  }

  /**
   * With the session's default format, because the catalog would not store any, and with a property
   * for the partitioning that the catalog cannot store.
   */
  private TableSpecBase named(TableSpecBase spec, String transforms) {
    Option<String> format =
        spec.provider().isDefined() ? spec.provider() : Option.apply(PlanDecisions.FORMAT);
    if (spec.provider().isDefined() && transforms == null) {
      return spec;
    }
    scala.collection.immutable.Map<String, String> properties =
        transforms == null
            ? spec.properties()
            : spec.properties().updated(PlacedOptions.PARTITIONING, transforms);
    return PlanNodes.with(spec, properties, format);
  }

  private NewColumns ordered(NewColumns columns, Seq<Transform> partitioning) {
    CatalogCreation.requireStorable(columns.names(), columns.types());
    return columns.ordered(
        decisions
            .creation()
            .columnOrder(columns.names(), columns.types(), Scala.list(partitioning)));
  }

  private LogicalPlan query(LogicalPlan query, Seq<Transform> partitioning) {
    if (!query.resolved()) {
      return query;
    }
    List<Attribute> all = Scala.list(query.output());
    List<Integer> order =
        decisions
            .creation()
            .columnOrder(
                all.stream().map(Attribute::name).toList(),
                all.stream().map(Attribute::dataType).toList(),
                Scala.list(partitioning));
    boolean asGiven = order.equals(IntStream.range(0, all.size()).boxed().toList());
    return asGiven ? query : new Project(Scala.<NamedExpression>seq(inOrder(all, order)), query);
  }

  static <T> List<T> inOrder(List<? extends T> all, List<Integer> order) {
    return order.stream().<T>map(all::get).toList();
  }
}
