package io.placed.spark.internal.catalyst;

import io.placed.spark.internal.Catalyst;
import io.placed.spark.internal.SessionSettings;
import io.placed.spark.internal.catalyst.hive.HiveCommandRule;
import io.placed.spark.internal.catalyst.hive.HiveTableRule;
import io.placed.spark.internal.catalyst.hive.LoadDataCheck;
import io.placed.spark.internal.catalyst.name.NameRules;
import io.placed.spark.internal.catalyst.name.TransformCatalogRule;
import io.placed.spark.internal.catalyst.name.TransformNamesRule;
import io.placed.spark.internal.catalyst.node.Scala;
import io.placed.spark.internal.catalyst.plan.ArrangedQueryRule;
import io.placed.spark.internal.catalyst.plan.ChangesRule;
import io.placed.spark.internal.catalyst.plan.EmptyingRule;
import io.placed.spark.internal.catalyst.plan.GroupScanStrategy;
import io.placed.spark.internal.catalyst.plan.InsertingMergeRule;
import io.placed.spark.internal.catalyst.plan.JoinFilterRule;
import io.placed.spark.internal.catalyst.plan.PlanScans;
import io.placed.spark.internal.catalyst.plan.PushedConditions;
import io.placed.spark.internal.catalyst.plan.RuntimeKeysRule;
import io.placed.spark.internal.catalyst.plan.StreamMetadataRule;
import io.placed.spark.internal.catalyst.plan.StreamTypesRule;
import io.placed.spark.internal.catalyst.plan.SubqueryAggregatesRule;
import io.placed.spark.internal.catalyst.plan.UnusedArrangementRule;
import io.placed.spark.internal.catalyst.plan.WrittenOrderStrategy;
import io.placed.spark.internal.catalyst.session.ConfSettings;
import io.placed.spark.internal.catalyst.session.Internals;
import io.placed.spark.internal.catalyst.session.Sessions;
import io.placed.spark.internal.catalyst.session.TaskMemoryConsumer;
import io.placed.spark.internal.catalyst.table.AlteringRule;
import io.placed.spark.internal.catalyst.table.CatalogTables;
import io.placed.spark.internal.catalyst.table.CreatingRule;
import io.placed.spark.internal.catalyst.table.ForeignCatalogRule;
import io.placed.spark.internal.catalyst.table.IfNotExistsRule;
import io.placed.spark.internal.catalyst.table.NewTableCheck;
import io.placed.spark.internal.catalyst.table.ShowingRule;
import io.placed.spark.internal.catalyst.table.StoredPropertiesRule;
import io.placed.spark.internal.catalyst.table.TableAlteration;
import io.placed.spark.internal.catalyst.table.TableLikeRule;
import io.placed.spark.internal.catalyst.ui.EventLogFiles;
import io.placed.spark.internal.catalyst.ui.PlacedTab;
import io.placed.spark.internal.catalyst.ui.QueryEndListener;
import io.placed.spark.internal.catalyst.ui.RunningQuery;
import io.placed.spark.internal.decision.PlanDecisions;
import io.placed.spark.internal.decision.SessionTables;
import io.placed.spark.internal.plan.FinishedQuery;
import io.placed.spark.internal.plan.PlannedScan;
import io.placed.spark.internal.plan.PushedCondition;
import io.placed.spark.version.SparkRelease;
import io.placed.vector.TaskMemory;
import java.io.File;
import java.io.IOException;
import java.io.Serializable;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.spark.QueryContext;
import org.apache.spark.SparkContext;
import org.apache.spark.SparkEnv;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.rdd.InputFileBlockHolder;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.SparkSessionExtensions;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.analysis.NoSuchTableException;
import org.apache.spark.sql.catalyst.analysis.PartitionsAlreadyExistException;
import org.apache.spark.sql.catalyst.expressions.ApplyFunctionExpression;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.expressions.UnsafeRow;
import org.apache.spark.sql.catalyst.parser.CatalystSqlParser$;
import org.apache.spark.sql.catalyst.util.ArrayBasedMapData;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.catalyst.util.DateTimeUtils;
import org.apache.spark.sql.catalyst.util.GenericArrayData;
import org.apache.spark.sql.catalyst.util.ResolveDefaultColumns;
import org.apache.spark.sql.connector.catalog.CatalogV2Util;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableCatalog;
import org.apache.spark.sql.connector.catalog.TableChange;
import org.apache.spark.sql.connector.catalog.functions.ScalarFunction;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.apache.spark.sql.connector.metric.CustomMetric;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.errors.QueryCompilationErrors;
import org.apache.spark.sql.errors.QueryExecutionErrors;
import org.apache.spark.sql.execution.metric.CustomMetrics;
import org.apache.spark.sql.execution.metric.SQLMetric;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.internal.SQLConf;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.SchemaUtils;
import org.apache.spark.util.SerializableConfiguration;
import scala.Option;

/** Loaded by name, if this jar is for the running release of Spark. */
public final class SparkCatalyst implements Catalyst {
  @Override
  public SparkSession activeSession() {
    return Sessions.active();
  }

  @Override
  public boolean isLocal(SparkSession session) {
    return Sessions.isLocal(session);
  }

  @Override
  public SessionSettings settings(SparkSession session) {
    return new ConfSettings(Sessions.state(session).conf());
  }

  @Override
  public SessionSettings planSettings() {
    return new ConfSettings(SQLConf.get());
  }

  @Override
  public List<Scan> runningScans() {
    return RunningQuery.scans(Sessions.active().sparkContext());
  }

  @Override
  public ZoneId zone(String name) {
    return DateTimeUtils.getZoneId(name);
  }

  @Override
  public int defaultParallelism(SparkSession session) {
    return Sessions.parallelism(session);
  }

  @Override
  public SessionTables tables(SparkSession session) {
    return new CatalogTables(session);
  }

  @Override
  public List<String> nameParts(String name) {
    try {
      return Scala.list(CatalystSqlParser$.MODULE$.parseMultipartIdentifier(name));
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) { // A ParseException, which Scala does not declare.
      return null;
    }
  }

  @Override
  public Configuration hadoop(SparkSession session, Map<String, String> properties) {
    return Sessions.state(session).newHadoopConfWithOptions(Scala.immutable(properties));
  }

  @Override
  public Serializable serializable(Configuration configuration) {
    return new SerializableConfiguration(configuration);
  }

  @Override
  public Configuration configuration(Serializable serialized) {
    return ((SerializableConfiguration) serialized).value();
  }

  @Override
  public Object[] existenceDefaults(StructType schema) {
    return ResolveDefaultColumns.getExistenceDefaultValues(schema);
  }

  @Override
  public org.apache.spark.sql.connector.catalog.Column[] columns(StructType schema) {
    return Internals.columns(schema);
  }

  @Override
  public StructType schema(org.apache.spark.sql.connector.catalog.Column[] columns) {
    return CatalogV2Util.v2ColumnsToStructType(columns);
  }

  @Override
  public StructType changed(StructType schema, TableChange change) {
    return CatalogV2Util.applySchemaChanges(
        schema, Scala.seq(List.of(change)), Option.empty(), "ALTER TABLE");
  }

  @Override
  public StructType nullable(StructType schema) {
    return schema.asNullable();
  }

  @Override
  public void requireDistinctNames(StructType schema, boolean caseSensitive) {
    SchemaUtils.checkSchemaColumnNameDuplication(schema, caseSensitive);
  }

  @Override
  public void currentFile(String uri, long bytes) {
    InputFileBlockHolder.set(uri, 0, bytes);
  }

  @Override
  public void noCurrentFile() {
    InputFileBlockHolder.unset();
  }

  @Override
  public TaskMemory taskMemory() {
    TaskContext context = TaskContext.get();
    return context == null ? TaskMemory.UNLIMITED : TaskMemoryConsumer.of(context);
  }

  @Override
  public void setMetrics(CustomMetric[] metrics, CustomTaskMetric[] values) {
    TaskContext context = TaskContext.get();
    if (context == null) {
      return;
    }
    Map<String, SQLMetric> found = new HashMap<>();
    for (Object accumulator : Scala.list(context.taskMetrics().accumulators())) {
      for (CustomMetric metric : metrics) {
        if (accumulator instanceof SQLMetric m
            && m.metricType().equals(CustomMetrics.buildV2CustomMetricTypeName(metric))) {
          found.put(metric.name(), m);
        }
      }
    }
    CustomMetrics.updateMetrics(Scala.seq(List.of(values)), Scala.immutable(found));
  }

  @Override
  public String localDirectory() {
    SparkEnv env = SparkEnv.get();
    if (env == null) {
      return null;
    }
    File[] directories = env.blockManager().diskBlockManager().localDirs();
    return directories.length == 0 ? null : directories[0].getPath();
  }

  @Override
  public Throwable pathNotFound(String path) {
    return QueryCompilationErrors.dataPathNotExistError(path);
  }

  @Override
  public Throwable pathExists(String path) {
    return QueryCompilationErrors.outputPathAlreadyExistsError(new Path(path));
  }

  @Override
  public Throwable analysis(String message, Throwable cause) {
    return new AnalysisException(
        message,
        Option.empty(),
        Option.empty(),
        Option.apply(cause),
        Option.empty(),
        scala.collection.immutable.Map$.MODULE$.<String, String>empty(),
        new QueryContext[0]);
  }

  @Override
  public PartitionsAlreadyExistException partitionsExist(
      String table, List<InternalRow> partitions, StructType columns) {
    return new PartitionsAlreadyExistException(table, Scala.seq(partitions), columns);
  }

  @Override
  public ArithmeticException divisionByZero(boolean remainder) {
    return remainder ? Internals.remainderByZero() : QueryExecutionErrors.divideByZeroError(null);
  }

  @Override
  public ArithmeticException overflow(String type, String function) {
    return QueryExecutionErrors.arithmeticOverflowError(type + " overflow", function, null);
  }

  @Override
  public ArithmeticException overflow(short left, String symbol, short right, String function) {
    return Internals.overflow(left, symbol, right, function);
  }

  @Override
  public ArithmeticException decimalOverflow(Decimal value, int precision, int scale) {
    return QueryExecutionErrors.cannotChangeDecimalPrecisionError(value, precision, scale, null);
  }

  @Override
  public ArithmeticException castOverflow(Object value, DataType from, DataType to) {
    return QueryExecutionErrors.castingCauseOverflowError(value, from, to);
  }

  @Override
  public JavaRDD<InternalRow> rows(Dataset<Row> data) {
    return Sessions.rows(data);
  }

  @Override
  public InternalRow row(Object... values) {
    return new GenericInternalRow(values);
  }

  @Override
  public Object array(Object... values) {
    return new GenericArrayData(values);
  }

  @Override
  public Object map(Object keys, Object values) {
    return new ArrayBasedMapData((ArrayData) keys, (ArrayData) values);
  }

  @Override
  public long bytes(InternalRow row) {
    return row instanceof UnsafeRow u ? u.getSizeInBytes() : 8L * row.numFields();
  }

  @Override
  public Dataset<Row> repartitionById(Dataset<Row> data, int tasks, Column id) {
    return Internals.repartitionById(data, tasks, id);
  }

  @Override
  public Column apply(ScalarFunction<?> function, Column... arguments) {
    List<Expression> children = Arrays.stream(arguments).map(Sessions::expression).toList();
    return Sessions.column(new ApplyFunctionExpression(function, Scala.seq(children)));
  }

  @Override
  public Column condition(Predicate[] all) {
    Column condition = functions.lit(true);
    for (Predicate p : all) {
      Expression part = Internals.toCatalyst(p);
      if (part == null) {
        return null;
      }
      condition = condition.and(Sessions.column(part));
    }
    return condition;
  }

  @Override
  public Map<String, String> asJava(scala.collection.immutable.Map<String, String> map) {
    return Scala.map(map);
  }

  @Override
  public void onQueryEnd(SparkContext context, Consumer<FinishedQuery> action, Runnable atEnd) {
    context.addSparkListener(new QueryEndListener(action, atEnd));
  }

  @Override
  public void addTab(SparkContext context) {
    if (context.ui().isDefined()) {
      PlacedTab.addTo(context.ui().get());
    }
  }

  @Override
  public List<PlannedScan> scansOf(SparkSession session, String statement) throws Exception {
    return PlanScans.of(session, statement);
  }

  @Override
  public PushedCondition pushedCondition(
      SparkSession session, Function<SparkSession, Dataset<Row>> filteredTable) {
    return PushedConditions.of(session, filteredTable);
  }

  @Override
  public boolean isEventLog(Configuration configuration, String path) throws IOException {
    return EventLogFiles.isLog(configuration, path);
  }

  @Override
  public void readEventLog(Configuration configuration, String path, Consumer<String> lines)
      throws IOException {
    EventLogFiles.read(configuration, path, lines);
  }

  @Override
  public Table alterTable(TableCatalog catalog, Identifier ident, TableChange... changes)
      throws NoSuchTableException {
    return TableAlteration.alter(Sessions.active(), catalog, ident, changes);
  }

  @Override
  public Map<String, String> catalogs() {
    return Internals.catalogs();
  }

  @Override
  public void install(
      SparkSessionExtensions extensions, Function<SparkSession, PlanDecisions> decisions) {
    NameRules.install(extensions, decisions);
    extensions.injectResolutionRule(
        s -> new ForeignCatalogRule(decisions.apply(s), new CatalogTables(s)));
    extensions.injectResolutionRule(s -> new AlteringRule(decisions.apply(s)));
    extensions.injectResolutionRule(s -> new EmptyingRule(decisions.apply(s)));
    extensions.injectResolutionRule(s -> new ShowingRule(decisions.apply(s)));
    extensions.injectResolutionRule(s -> new StreamMetadataRule(decisions.apply(s)));
    extensions.injectResolutionRule(s -> new StreamTypesRule());
    extensions.injectResolutionRule(s -> new ChangesRule());
    extensions.injectResolutionRule(s -> new CreatingRule(decisions.apply(s)));
    extensions.injectResolutionRule(s -> new TransformNamesRule(decisions.apply(s)));
    extensions.injectResolutionRule(s -> new IfNotExistsRule(decisions.apply(s)));
    extensions.injectResolutionRule(
        s -> new StoredPropertiesRule(decisions.apply(s), new CatalogTables(s)));
    extensions.injectResolutionRule(
        s -> new TableLikeRule(decisions.apply(s), new CatalogTables(s)));
    extensions.injectResolutionRule(
        s -> new HiveTableRule(decisions.apply(s), new CatalogTables(s)));
    extensions.injectResolutionRule(
        s -> new HiveCommandRule(decisions.apply(s), new CatalogTables(s)));
    if (SparkRelease.SUPPORTED.startsWith("3.")) {
      extensions.injectPostHocResolutionRule(s -> new SubqueryAggregatesRule());
    }
    extensions.injectCheckRule(s -> new NewTableCheck(decisions.apply(s), new CatalogTables(s)));
    extensions.injectCheckRule(s -> new LoadDataCheck(new CatalogTables(s)));
    // Before filters are pushed to scans, and writes are built.
    extensions.injectPreCBORule(s -> new InsertingMergeRule());
    extensions.injectPreCBORule(s -> new ArrangedQueryRule());
    extensions.injectPreCBORule(s -> new JoinFilterRule());
    extensions.injectPreCBORule(s -> new RuntimeKeysRule());
    extensions.injectPreCBORule(s -> new TransformCatalogRule(decisions.apply(s)));
    extensions.injectPlannerStrategy(s -> new GroupScanStrategy());
    extensions.injectPlannerStrategy(s -> new WrittenOrderStrategy());
    extensions.injectColumnar(s -> new UnusedArrangementRule());
  }
}
