package io.placed.spark.internal;

import io.placed.io.FileStores;
import io.placed.io.hadoop.HadoopFileStores;
import io.placed.spark.types.SparkTypes;
import io.placed.spark.workload.HistoryListener;
import io.placed.table.snapshot.TableProperties;
import io.placed.vector.TaskMemory;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.connector.catalog.Column;
import org.apache.spark.sql.connector.catalog.TableChange;
import org.apache.spark.sql.connector.metric.CustomMetric;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;
import org.apache.spark.sql.types.StructType;

/** The session and its settings, on the driver. */
public final class Session {
  private static final String DEFAULTS = "spark.datasource.placed.";

  /** Settings of catalogs that Spark does not know by their names. */
  private static final String CATALOGS = "spark.sql.catalog.";

  /** Spark's local property of the thread of a stream. */
  private static final String CONTINUOUS = "__is_continuous_processing";

  /** Serialized values up to this length have no broadcast of their own in a stage. */
  private static final int SMALL_VALUE_BYTES = 8 << 10;

  private static final String FILTERED_SCAN_BYTES = "spark.placed.runtimeFilter.minBytes";

  private final SparkSession spark;
  private final SessionSettings settings;

  private Session(SparkSession spark) {
    this.spark = spark;
    this.settings = Catalyst.get().settings(spark);
  }

  public static Session active() {
    return new Session(activeSpark());
  }

  public static SparkSession activeSpark() {
    return Catalyst.get().activeSession();
  }

  /** For a session in this process; Spark Connect has no contexts to run jobs in. */
  public static Session of(SparkSession spark) {
    if (Catalyst.get().isLocal(spark)) {
      return new Session(spark);
    }
    throw new IllegalArgumentException(
        "a session of this process is needed, found one of " + spark.getClass().getName());
  }

  /** File systems on an executor, created there from the driver's configuration. */
  public static final class Stores implements Serializable {
    private static final long serialVersionUID = 1L;

    private final Broadcast<Serializable> configuration;

    private Stores(Broadcast<Serializable> configuration) {
      this.configuration = configuration;
    }

    /** Visible for tests. */
    Broadcast<Serializable> configuration() {
      return configuration;
    }

    public FileStores open() {
      return new HadoopFileStores(Catalyst.get().configuration(configuration.value()));
    }
  }

  /**
   * Hadoop's configuration, overridden by settings among the options of the read or write.
   *
   * @param options as returned by {@link io.placed.spark.options.PlacedOptions#effective}
   */
  public Configuration hadoop(Map<String, String> options) {
    return Catalyst.get().hadoop(spark, ofHadoop(options));
  }

  private static Map<String, String> ofHadoop(Map<String, String> options) {
    Map<String, String> named = new HashMap<>(options);
    named.keySet().removeIf(k -> !TableProperties.isHadoop(k));
    return named;
  }

  public FileStores stores(Map<String, String> options) {
    return new HadoopFileStores(hadoop(options));
  }

  public Stores serializable(Map<String, String> options) {
    // Spark makes a configuration of the context's, the session's settings and the options.
    Map<String, String> more = new HashMap<>(settings.all());
    more.putAll(ofHadoop(options));
    return new Stores(
        SharedConfigurations.broadcast(spark.sparkContext(), more, () -> hadoop(options)));
  }

  /** A value that several tasks need. */
  public static final class Shared<T extends Serializable> implements Serializable {
    private static final long serialVersionUID = 1L;

    /** Null if it is broadcast. */
    private final T own;

    private final Broadcast<T> broadcast;

    private Shared(T own, Broadcast<T> broadcast) {
      this.own = own;
      this.broadcast = broadcast;
    }

    public T get() {
      return broadcast == null ? own : broadcast.value();
    }
  }

  /** For what each task is sent: broadcast, so that every executor gets the value only once. */
  public <T extends Serializable> Shared<T> shareAmongTasks(T value) {
    return new Shared<>(
        null, JavaSparkContext.fromSparkContext(spark.sparkContext()).broadcast(value));
  }

  /**
   * For what a stage has in common. Spark broadcasts that as a whole, and each task deserializes
   * it; a large value gets a broadcast of its own, so that each executor deserializes it only once.
   * Broadcasts are a considerable part of the planning of a small query.
   */
  public <T extends Serializable> Shared<T> shareInStage(T value) {
    return serializedBytes(value) > SMALL_VALUE_BYTES
        ? shareAmongTasks(value)
        : new Shared<>(value, null);
  }

  private static int serializedBytes(Serializable value) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(value);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.size();
  }

  /** Whether the query of this thread is a stream with a continuous trigger. */
  public boolean isContinuous() {
    return Boolean.parseBoolean(spark.sparkContext().getLocalProperty(CONTINUOUS));
  }

  /**
   * A session with the same settings whose queries are in no history. It has temporary views of its
   * own, and dates and timestamps are those of java.time.
   */
  public SparkSession unrecorded() {
    SparkSession own = spark.newSession();
    settings
        .all()
        .forEach(
            (name, value) -> {
              // A few settings of catalogs are static; then all sessions have them.
              boolean ofCatalog =
                  name.startsWith(CATALOGS) && !value.equals(own.conf().get(name, ""));
              if (own.conf().isModifiable(name) || ofCatalog) {
                own.conf().set(name, value);
              }
            });
    own.conf().set(HistoryListener.SETTING, "");
    own.conf().set("spark.sql.datetime.java8API.enabled", "true");
    return own;
  }

  /** The same, in which names of tables mean the same. */
  public SparkSession unrecordedInCatalog() {
    SparkSession own = unrecorded();
    // The statement makes it the thread's session, whose settings say what the catalog is.
    String catalog = SparkTypes.quoted(spark.catalog().currentCatalog());
    String database = spark.catalog().currentDatabase();
    own.sql("USE " + catalog + (database.isEmpty() ? "" : "." + database));
    return own;
  }

  /** Settings {@code spark.datasource.placed.NAME}, by NAME. */
  public Map<String, String> defaults() {
    Map<String, String> out = new HashMap<>();
    settings
        .all()
        .forEach(
            (k, v) -> {
              if (k.startsWith(DEFAULTS)) {
                out.put(k.substring(DEFAULTS.length()), v);
              }
            });
    return out;
  }

  public boolean caseSensitive() {
    return settings.caseSensitive();
  }

  public boolean ignoreCorruptFiles() {
    return settings.ignoreCorruptFiles();
  }

  public boolean ignoreMissingFiles() {
    return settings.ignoreMissingFiles();
  }

  public long maxRecordsPerFile() {
    return settings.maxRecordsPerFile();
  }

  public boolean adapts() {
    return settings.adapts();
  }

  public boolean dynamicPartitionOverwrite() {
    return settings.dynamicPartitionOverwrite();
  }

  /** Whether values of type CHAR(n) are padded where they are read. */
  public boolean padsChars() {
    return settings.padsChars();
  }

  /** Minimum bytes of a scan to which runtime filters of data columns are applied. */
  public long leastBytesOfFilteredScan() {
    return settings.bytes(FILTERED_SCAN_BYTES, "32m");
  }

  public String timeZone() {
    return settings.timeZone();
  }

  /**
   * A time zone as Spark takes it: settings of sessions may also be PST or +8:00.
   *
   * @param origin of the name, for the error
   * @throws IllegalArgumentException if there is no such time zone
   */
  public static ZoneId zone(String origin, String name) {
    try {
      return Catalyst.get().zone(name.strip());
    } catch (DateTimeException e) {
      throw new IllegalArgumentException(
          origin + ": '" + name + "' is no time zone; allowed are Europe/Berlin, +02:00, UTC, …",
          e);
    }
  }

  public long maxPartitionBytes() {
    return settings.maxPartitionBytes();
  }

  public long openCostBytes() {
    return settings.openCostBytes();
  }

  /** Minimum number of partitions of a scan, if there is enough data. */
  public int minPartitions() {
    int given = settings.minPartitions();
    return given > 0 ? given : Catalyst.get().defaultParallelism(spark);
  }

  /** Whether Spark uses the partitioning that scans report for joins and aggregates. */
  public boolean usesPartitioning() {
    return settings.usesPartitioning();
  }

  /**
   * Whether Spark takes rows that are partitioned by several keys for partitioned by some of them.
   */
  public boolean usesSomePartitionKeys() {
    return settings.usesSomePartitionKeys();
  }

  /** Maximum number of partitions of a scan; 0 = no limit. */
  public int maxPartitions() {
    return settings.maxPartitions();
  }

  /**
   * Default values of columns in files that were written before the column was added ({@code
   * EXISTS_DEFAULT}).
   *
   * @return per column, in Spark's internal form; null if all are null
   */
  public static Object[] existenceDefaults(StructType schema) {
    return Catalyst.get().existenceDefaults(schema);
  }

  /**
   * Columns as a catalog defines them: with comments, defaults and ids, and with the lengths of
   * char and varchar, which Spark otherwise keeps outside of the type. DESCRIBE and ALTER COLUMN
   * need them.
   */
  public static Column[] columns(StructType schema) {
    return Catalyst.get().columns(schema);
  }

  /** The inverse of {@link #columns}. */
  public static StructType schema(Column[] columns) {
    return Catalyst.get().schema(columns);
  }

  /** The columns after a change of ALTER TABLE. */
  public static StructType changed(StructType schema, TableChange change) {
    return Catalyst.get().changed(schema, change);
  }

  /** The same schema, with nulls allowed at every level, as in Spark's own formats. */
  public static StructType nullable(StructType schema) {
    return Catalyst.get().nullable(schema);
  }

  /**
   * @throws org.apache.spark.sql.AnalysisException if two columns, or two fields of a struct, have
   *     the same name, according to the session's case sensitivity
   */
  public void requireDistinctNames(StructType schema) {
    Catalyst.get().requireDistinctNames(schema, caseSensitive());
  }

  /**
   * Sets the result of {@code input_file_name()} in this task.
   *
   * @param bytes number of bytes to be read
   */
  public static void currentFile(String path, long bytes) {
    // Here, Spark's form of local paths differs from that in its metadata.
    Catalyst.get().currentFile(uri(path).replaceFirst("^file:/(?!/)", "file:///"), bytes);
  }

  /** A path in Spark's form for its own files. */
  public static String uri(String path) {
    URI uri = new Path(path).toUri();
    return uri.getScheme() == null ? "file:" + uri : uri.toString();
  }

  public static void noCurrentFile() {
    Catalyst.get().noCurrentFile();
  }

  /** Memory of the task of this thread, for one reader or writer; unlimited outside of tasks. */
  public static TaskMemory taskMemory() {
    return Catalyst.get().taskMemory();
  }

  /** Sets metrics of the task of this thread once more, after Spark has read them. */
  public static void setMetrics(CustomMetric[] metrics, CustomTaskMetric[] values) {
    Catalyst.get().setMetrics(metrics, values);
  }

  /** A directory of this executor for temporary files, or null. */
  public static String localDirectory() {
    return Catalyst.get().localDirectory();
  }

  public static Map<String, String> asJava(scala.collection.immutable.Map<String, String> map) {
    return Catalyst.get().asJava(map);
  }
}
