package io.placed.spark.internal;

import java.io.Serializable;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.SparkSessionExtensions;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.analysis.PartitionsAlreadyExistException;
import org.apache.spark.sql.connector.catalog.functions.ScalarFunction;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.StructType;

/**
 * Everything that the module needs of Spark beyond its public interfaces. Spark changes these parts
 * in minor releases, so each supported release has an implementation in a package of its own; the
 * rest of the module compiles against any of them.
 *
 * <p>An implementation translates and holds no decisions: those of rules on plans are in {@link
 * PlanDecisions}, the choice of an error is in {@link Errors}. The module calls the faces {@link
 * Session}, {@link Errors} and {@link Frames}. Implementations have no state, and are used by
 * drivers and executors.
 */
public interface Catalyst {
  /**
   * The implementation for the Spark that this code runs in.
   *
   * @throws IllegalStateException if that release is not supported; the message names those that
   *     are
   */
  static Catalyst get() {
    return SparkVersion.catalyst();
  }

  // Sessions, on the driver.

  SparkSession activeSession();

  /** Whether the session runs in this process: a client of Spark Connect has no contexts. */
  boolean isLocal(SparkSession session);

  SessionSettings settings(SparkSession session);

  /**
   * The settings for the plan that this thread analyzes: those of the session, or within a view
   * those that the view was created with.
   */
  SessionSettings planSettings();

  /** Tasks that a scan should have, unless a setting says otherwise. */
  int defaultParallelism(SparkSession session);

  SessionTables tables(SparkSession session);

  /** Hadoop's configuration in the session, with some properties put over it. */
  Configuration hadoop(SparkSession session, Map<String, String> properties);

  /** The configuration in a form that every serializer of Spark's, Kryo included, can write. */
  Serializable serializable(Configuration configuration);

  Configuration configuration(Serializable serialized);

  // Schemas.

  /** See {@link Session#existenceDefaults}. */
  Object[] existenceDefaults(StructType schema);

  /** See {@link Session#columns}. */
  org.apache.spark.sql.connector.catalog.Column[] columns(StructType schema);

  /** The same, with nulls allowed at every level. */
  StructType nullable(StructType schema);

  /** Throws an AnalysisException if two columns, or two fields of a struct, have one name. */
  void requireDistinctNames(StructType schema, boolean caseSensitive);

  // Tasks, on executors.

  /** What {@code input_file_name()} and its relatives answer in this task. */
  void currentFile(String uri, long bytes);

  void noCurrentFile();

  /** A directory of this executor for temporary files; null if it has none. */
  String localDirectory();

  // Errors, with the error classes that Spark's own sources use.

  Throwable pathNotFound(String path);

  Throwable pathExists(String path);

  /** An AnalysisException without an error class. */
  Throwable analysis(String message, Throwable cause);

  PartitionsAlreadyExistException partitionsExist(
      String table, List<InternalRow> partitions, StructType columns);

  ArithmeticException divisionByZero(boolean remainder);

  /**
   * @param type as Spark's message calls it
   * @param function that gives null instead
   */
  ArithmeticException overflow(String type, String function);

  /** Of bytes and shorts, where Spark names the operands. */
  ArithmeticException overflow(short left, String symbol, short right, String function);

  ArithmeticException decimalOverflow(Decimal value, int precision, int scale);

  /**
   * @param value in Spark's internal form
   */
  ArithmeticException castOverflow(Object value, DataType from, DataType to);

  // Rows and expressions.

  /** The rows of a query without objects for their values; each is reused for the next. */
  JavaRDD<InternalRow> rows(Dataset<Row> data);

  /**
   * @param values in Spark's internal form
   */
  InternalRow row(Object... values);

  /** Bytes in memory; an estimate for rows that are not packed. */
  long bytes(InternalRow row);

  /** A function that no catalog knows, of some columns. */
  Column apply(ScalarFunction<?> function, Column... arguments);

  /** All predicates as one condition; null if one has no such form. */
  Column condition(Predicate[] all);

  /** Scala's conversions are in other classes in 2.12 and 2.13. */
  Map<String, String> asJava(scala.collection.immutable.Map<String, String> map);

  // Rules on plans.

  /**
   * Adds our rules to each session.
   *
   * @param decisions those for a session, asked for once per rule
   */
  void install(SparkSessionExtensions extensions, Function<SparkSession, PlanDecisions> decisions);
}
