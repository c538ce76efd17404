package io.placed.spark.internal;

import io.placed.spark.internal.decision.PlanDecisions;
import io.placed.spark.internal.decision.SessionTables;
import io.placed.spark.internal.plan.FinishedQuery;
import io.placed.spark.internal.plan.PlannedScan;
import io.placed.spark.internal.plan.PushedCondition;
import io.placed.vector.TaskMemory;
import java.io.IOException;
import java.io.Serializable;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.SparkContext;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.SparkSessionExtensions;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.analysis.NoSuchTableException;
import org.apache.spark.sql.catalyst.analysis.PartitionsAlreadyExistException;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableCatalog;
import org.apache.spark.sql.connector.catalog.TableChange;
import org.apache.spark.sql.connector.catalog.functions.ScalarFunction;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.apache.spark.sql.connector.metric.CustomMetric;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.StructType;

/**
 * Everything that the module needs of Spark beyond its public interfaces. Spark changes these parts
 * in minor releases, so the implementation is compiled for each release, with a few classes of that
 * release alone; the rest of the module sees only this interface.
 *
 * <p>An implementation translates and makes no decisions: decisions of plan rules are in {@link
 * PlanDecisions}, the choice of errors is in {@link Errors}. The module calls {@link Session},
 * {@link Errors} and {@link Frames}. Implementations are stateless and are used by drivers and
 * executors.
 */
public interface Catalyst {
  /**
   * The implementation for the running Spark version.
   *
   * @throws IllegalStateException if the version is not supported; the message lists the supported
   *     ones
   */
  static Catalyst get() {
    return SparkVersion.catalyst();
  }

  // Sessions, on the driver.

  SparkSession activeSession();

  /** Whether the session runs in this process; a client of Spark Connect has no contexts. */
  boolean isLocal(SparkSession session);

  SessionSettings settings(SparkSession session);

  /**
   * The settings for the plan that this thread analyzes: those of the session, or within a view
   * those with which the view was created.
   */
  SessionSettings planSettings();

  /**
   * Scans of sources in the query that this thread runs, subqueries and cached rows included; none
   * if it runs no query.
   */
  List<Scan> runningScans();

  /**
   * The time zone of a name or an offset, in all forms that settings of sessions may have.
   *
   * @throws java.time.DateTimeException if there is none
   */
  ZoneId zone(String name);

  /** Default number of tasks of a scan. */
  int defaultParallelism(SparkSession session);

  SessionTables tables(SparkSession session);

  /** The parts of a name as in SQL, such as {@code db.`a table`}; null if it is no name. */
  List<String> nameParts(String name);

  /** Hadoop's configuration of the session, overridden by the given properties. */
  Configuration hadoop(SparkSession session, Map<String, String> properties);

  /** The configuration in a form that all of Spark's serializers support, including Kryo. */
  Serializable serializable(Configuration configuration);

  Configuration configuration(Serializable serialized);

  // Schemas.

  /** See {@link Session#existenceDefaults}. */
  Object[] existenceDefaults(StructType schema);

  /** See {@link Session#columns}. */
  org.apache.spark.sql.connector.catalog.Column[] columns(StructType schema);

  /** The inverse of {@link #columns}. */
  StructType schema(org.apache.spark.sql.connector.catalog.Column[] columns);

  /** The columns after a change of ALTER TABLE. */
  StructType changed(StructType schema, TableChange change);

  /** The same schema, with nulls allowed at every level. */
  StructType nullable(StructType schema);

  /** Throws an AnalysisException if two columns, or two fields of a struct, have the same name. */
  void requireDistinctNames(StructType schema, boolean caseSensitive);

  // Tasks, on executors.

  /** Sets the results of {@code input_file_name()} and related functions in this task. */
  void currentFile(String uri, long bytes);

  void noCurrentFile();

  /** Memory of the task of this thread, which is given back when it ends; unlimited without one. */
  TaskMemory taskMemory();

  /** A directory of this executor for temporary files; null if there is none. */
  String localDirectory();

  /**
   * Sets metrics of the task of this thread once more, and Spark's own of the same names. Spark
   * reads those of a writer for the last time before its commit.
   */
  void setMetrics(CustomMetric[] metrics, CustomTaskMetric[] values);

  // Errors, with the error classes that Spark's own sources use.

  Throwable pathNotFound(String path);

  Throwable pathExists(String path);

  /** An AnalysisException without an error class. */
  Throwable analysis(String message, Throwable cause);

  PartitionsAlreadyExistException partitionsExist(
      String table, List<InternalRow> partitions, StructType columns);

  ArithmeticException divisionByZero(boolean remainder);

  /**
   * @param type name of the type in Spark's message
   * @param function alternative that returns null instead
   */
  ArithmeticException overflow(String type, String function);

  /** For bytes and shorts, where Spark's message has the operands. */
  ArithmeticException overflow(short left, String symbol, short right, String function);

  ArithmeticException decimalOverflow(Decimal value, int precision, int scale);

  /**
   * @param value in Spark's internal form
   */
  ArithmeticException castOverflow(Object value, DataType from, DataType to);

  // Rows and expressions.

  /** The rows of a query in Spark's internal form; row objects are reused. */
  JavaRDD<InternalRow> rows(Dataset<Row> data);

  /**
   * @param values in Spark's internal form
   */
  InternalRow row(Object... values);

  /** An array in Spark's internal form. */
  Object array(Object... values);

  /** A map in Spark's internal form, of two arrays in that form. */
  Object map(Object keys, Object values);

  /** Bytes in memory; an estimate for rows that are not UnsafeRows. */
  long bytes(InternalRow row);

  /** Each row to the task that a column names, of {@code 0 … tasks - 1}. */
  Dataset<Row> repartitionById(Dataset<Row> data, int tasks, Column id);

  /** A call of a function that is in no catalog. */
  Column apply(ScalarFunction<?> function, Column... arguments);

  /** The conjunction of predicates as a condition; null if one cannot be converted. */
  Column condition(Predicate[] all);

  /** Converts a Scala map; the required classes differ between Scala 2.12 and 2.13. */
  Map<String, String> asJava(scala.collection.immutable.Map<String, String> map);

  // What queries read.

  /**
   * Calls a listener in this process after each query that did not fail, in the thread that
   * notifies all listeners of Spark.
   *
   * @param atEnd called when the application ends
   */
  void onQueryEnd(SparkContext context, Consumer<FinishedQuery> action, Runnable atEnd);

  /** Adds the tab with the scans to the web UI of an application, if that has one. */
  void addTab(SparkContext context);

  /**
   * The scans of the plan that a statement has. Nothing is executed.
   *
   * @throws Exception if it cannot be parsed or planned: Spark's own, which Scala does not declare
   */
  List<PlannedScan> scansOf(SparkSession session, String statement) throws Exception;

  /**
   * What the scan of a filtered table evaluates of the filter. Nothing is executed.
   *
   * @param filteredTable {@code load(…).where(…)} in a session that is given
   */
  PushedCondition pushedCondition(
      SparkSession session, Function<SparkSession, Dataset<Row>> filteredTable);

  /** Whether a file or directory has the name of an event log of Spark. */
  boolean isEventLog(Configuration configuration, String path) throws IOException;

  /**
   * Reads the lines of an event log: of a file, compressed or not, or of a directory of rolling
   * files.
   *
   * @throws IOException in the middle of a log that is cut, after the lines before
   */
  void readEventLog(Configuration configuration, String path, Consumer<String> lines)
      throws IOException;

  // Catalogs.

  /** ALTER TABLE by a catalog, including what Spark's own catalog leaves out. */
  Table alterTable(TableCatalog catalog, Identifier ident, TableChange... changes)
      throws NoSuchTableException;

  // Rules on plans.

  /** Classes of further catalogs that every session has, by name. */
  Map<String, String> catalogs();

  /**
   * Adds Placed's rules to each session.
   *
   * @param decisions returns those for a session; called once per rule
   */
  void install(SparkSessionExtensions extensions, Function<SparkSession, PlanDecisions> decisions);
}
