package io.placed.spark.internal.catalyst.plan;

import io.placed.spark.internal.catalyst.node.Scala;
import io.placed.spark.internal.catalyst.session.Sessions;
import io.placed.spark.internal.plan.PlannedScan;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.analysis.ResolvedIdentifier;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.PlanExpression;
import org.apache.spark.sql.catalyst.plans.QueryPlan;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.util.V2ExpressionBuilder;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.apache.spark.sql.execution.CommandExecutionMode$;
import org.apache.spark.sql.execution.CommandResultExec;
import org.apache.spark.sql.execution.FileSourceScanLike;
import org.apache.spark.sql.execution.QueryExecution;
import org.apache.spark.sql.execution.ReusedSubqueryExec;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.execution.adaptive.AdaptiveSparkPlanExec;
import org.apache.spark.sql.execution.adaptive.QueryStageExec;
import org.apache.spark.sql.execution.columnar.InMemoryTableScanExec;
import org.apache.spark.sql.execution.datasources.FileFormat;
import org.apache.spark.sql.execution.datasources.HadoopFsRelation;
import org.apache.spark.sql.execution.datasources.v2.BatchScanExec;
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2ScanExecBase;
import org.apache.spark.sql.execution.datasources.v2.FileScan;
import org.apache.spark.sql.execution.datasources.v2.MicroBatchScanExec;
import org.apache.spark.sql.execution.exchange.ReusedExchangeExec;
import org.apache.spark.sql.execution.metric.SQLMetric;
import org.apache.spark.sql.internal.SessionState;
import org.apache.spark.sql.sources.DataSourceRegister;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import scala.collection.Seq;

/** Finds the scans of a physical plan: those of subqueries too, and each once. */
public final class PlanScans {
  private static final int DESCRIBED_FIELDS = 10_000;

  private final List<PlannedScan> found = new ArrayList<>();
  private final PlanMoves moves;

  private PlanScans(PlanMoves moves) {
    this.moves = moves;
  }

  public static List<PlannedScan> of(SparkPlan plan) {
    PlanScans scans = new PlanScans(PlanMoves.of(plan));
    scans.visit(plan, false);
    return scans.found;
  }

  /**
   * Those of a statement, which is planned and not executed.
   *
   * @throws IllegalArgumentException if it is none of {@link PlannedStatements}
   */
  public static List<PlannedScan> of(SparkSession session, String statement) throws Exception {
    SessionState state = Sessions.state(session);
    QueryExecution query =
        state.executePlan(
            PlannedStatements.parse(state.sqlParser(), statement),
            CommandExecutionMode$.MODULE$.SKIP());
    List<PlannedScan> scans = of(query.executedPlan());
    if (scans.isEmpty()) {
      // Commands that plan their queries only when they run.
      for (QueryPlan<?> inner : Scala.list(query.analyzed().innerChildren())) {
        // The name of a new table is one, too, which has no plan.
        if (inner instanceof LogicalPlan plan && !(plan instanceof ResolvedIdentifier)) {
          scans.addAll(
              of(state.executePlan(plan, CommandExecutionMode$.MODULE$.SKIP()).executedPlan()));
        }
      }
    }
    return scans;
  }

  private void visit(SparkPlan plan, boolean cached) {
    if (plan instanceof AdaptiveSparkPlanExec a) {
      visit(a.executedPlan(), cached);
    } else if (plan instanceof QueryStageExec stage) {
      visit(stage.plan(), cached);
    } else if (plan instanceof InMemoryTableScanExec memory) {
      visit(memory.relation().cacheBuilder().cachedPlan(), true);
    } else if (plan instanceof FileSourceScanLike files) {
      add(files, cached);
    } else if (plan instanceof BatchScanExec scan) {
      add(scan, cached);
    } else if (plan instanceof MicroBatchScanExec scan) {
      // Spark runs a query in a query for each batch, and both end with this plan.
      add(scan, List.of(), true, true);
    }
    if (!(plan instanceof ReusedExchangeExec
        || plan instanceof ReusedSubqueryExec
        || plan instanceof CommandResultExec)) {
      Scala.list(plan.children()).forEach(c -> visit(c, cached));
      Scala.list(plan.subqueries()).forEach(s -> visit(s, cached));
    }
  }

  private void add(FileSourceScanLike scan, boolean cached) {
    HadoopFsRelation relation = scan.relation();
    List<PlannedScan.Filter> filters = new ArrayList<>(filters(scan.dataFilters()));
    filters.addAll(filters(scan.partitionFilters()));
    StructType read = scan.requiredSchema();
    for (StructField f : relation.partitionSchema().fields()) {
      boolean used = Scala.list(scan.output()).stream().anyMatch(a -> a.name().equals(f.name()));
      read = used ? read.add(f) : read;
    }
    found.add(
        new PlannedScan(
            format(relation.fileFormat()),
            paths(relation.location().rootPaths()),
            relation.location().sizeInBytes(),
            null,
            "",
            relation.schema(),
            read,
            filters,
            List.of(),
            moves.ofScan(scan),
            metrics((SparkPlan) scan),
            false,
            id((SparkPlan) scan, cached)));
  }

  private void add(BatchScanExec scan, boolean cached) {
    List<String> runtime = new ArrayList<>();
    for (Expression e : Scala.list(scan.runtimeFilters())) {
      columns(e).stream().filter(c -> isOutput(c, scan)).forEach(runtime::add);
    }
    if (scan.scan() instanceof FileScan files) {
      StructType read = files.readDataSchema();
      for (StructField f : files.readPartitionSchema().fields()) {
        read = read.add(f);
      }
      StructType schema = files.dataSchema();
      for (StructField f : files.fileIndex().partitionSchema().fields()) {
        schema = schema.getFieldIndex(f.name()).isEmpty() ? schema.add(f) : schema;
      }
      List<PlannedScan.Filter> filters = new ArrayList<>(filters(files.dataFilters()));
      filters.addAll(filters(files.partitionFilters()));
      found.add(
          new PlannedScan(
              files.getClass().getSimpleName().replaceAll("Scan.*", "").toLowerCase(Locale.ROOT),
              paths(files.fileIndex().rootPaths()),
              files.fileIndex().sizeInBytes(),
              null,
              "",
              schema,
              read,
              filters,
              runtime,
              moves.ofScan(scan),
              metrics(scan),
              false,
              id(scan, cached)));
      return;
    }
    add(scan, runtime, false, cached);
  }

  private void add(
      DataSourceV2ScanExecBase scan, List<String> runtime, boolean streamed, boolean cached) {
    found.add(
        new PlannedScan(
            null,
            List.of(),
            0,
            scan.scan(),
            ((SparkPlan) scan).simpleString(DESCRIBED_FIELDS),
            new StructType(),
            new StructType(),
            List.of(),
            runtime,
            moves.ofScan(scan),
            metrics((SparkPlan) scan),
            streamed,
            id((SparkPlan) scan, cached)));
  }

  private static boolean isOutput(String column, BatchScanExec scan) {
    return Scala.list(scan.output()).stream().anyMatch(a -> a.name().equals(column));
  }

  private static String format(FileFormat format) {
    return format instanceof DataSourceRegister named
        ? named.shortName()
        : format.getClass().getSimpleName();
  }

  private static List<String> paths(Seq<Path> roots) {
    return Scala.list(roots).stream().map(Path::toString).toList();
  }

  private static List<PlannedScan.Filter> filters(Seq<Expression> conditions) {
    List<PlannedScan.Filter> out = new ArrayList<>();
    for (Expression e : Scala.list(conditions)) {
      Predicate predicate = null;
      if (!e.exists(PlanScans::isSubquery)) {
        var built = new V2ExpressionBuilder(e, true).build();
        predicate = built.isDefined() && built.get() instanceof Predicate p ? p : null;
      }
      out.add(new PlannedScan.Filter(predicate, columns(e)));
    }
    return out;
  }

  private static Object isSubquery(Object node) {
    return node instanceof PlanExpression<?>;
  }

  private static List<String> columns(Expression e) {
    List<String> out = new ArrayList<>();
    for (Attribute a : Scala.collection(e.references())) {
      out.add(a.name());
    }
    return out;
  }

  private static Map<String, Long> metrics(SparkPlan plan) {
    Map<String, Long> out = new HashMap<>();
    for (Map.Entry<String, SQLMetric> m : Scala.map(plan.metrics()).entrySet()) {
      out.put(m.getKey(), m.getValue().value());
    }
    return out;
  }

  /** Of scans that later queries have in their plans and do not run again. */
  private static long id(SparkPlan plan, boolean cached) {
    var rows = plan.metrics().get("numOutputRows");
    return cached && rows.isDefined() ? rows.get().id() : -1;
  }
}
