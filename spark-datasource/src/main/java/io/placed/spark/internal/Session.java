package io.placed.spark.internal;

import io.placed.io.FileStores;
import io.placed.io.hadoop.HadoopFileStores;
import io.placed.table.snapshot.TableProperties;
import java.io.Serializable;
import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.spark.SparkEnv;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.network.util.JavaUtils;
import org.apache.spark.rdd.InputFileBlockHolder;
import org.apache.spark.sql.catalyst.util.CharVarcharUtils;
import org.apache.spark.sql.catalyst.util.ResolveDefaultColumns;
import org.apache.spark.sql.classic.SparkSession;
import org.apache.spark.sql.connector.catalog.CatalogV2Util;
import org.apache.spark.sql.connector.catalog.Column;
import org.apache.spark.sql.internal.SQLConf;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.SchemaUtils;
import org.apache.spark.util.SerializableConfiguration;
import scala.Option;
import scala.jdk.javaapi.CollectionConverters;

/** What the session is set to, on the driver. */
public final class Session {
  private static final String DEFAULTS = "spark.datasource.placed.";
  private static final String FILTERED_SCAN_BYTES = "spark.placed.runtimeFilter.minBytes";

  private final SparkSession spark;
  private final SQLConf conf;

  private Session(SparkSession spark) {
    this.spark = spark;
    this.conf = spark.sessionState().conf();
  }

  public static Session active() {
    return new Session(SparkSession.active());
  }

  public static org.apache.spark.sql.SparkSession activeSpark() {
    return SparkSession.active();
  }

  /** Of a session in this process: Spark Connect has no contexts to run jobs in. */
  public static Session of(org.apache.spark.sql.SparkSession spark) {
    if (spark instanceof SparkSession here) {
      return new Session(here);
    }
    throw new IllegalArgumentException(
        "a session of this process is needed, found one of " + spark.getClass().getName());
  }

  /** File systems of an executor, made there from the driver's configuration. */
  public static final class Stores implements Serializable {
    private static final long serialVersionUID = 1L;

    private final Broadcast<SerializableConfiguration> configuration;

    private Stores(Broadcast<SerializableConfiguration> configuration) {
      this.configuration = configuration;
    }

    public FileStores open() {
      return new HadoopFileStores(configuration.value().value());
    }
  }

  /**
   * Hadoop's configuration with its settings among the options of the read or write put over it.
   *
   * @param options as {@link io.placed.spark.PlacedOptions#effective} leaves them
   */
  public Configuration hadoop(Map<String, String> options) {
    Map<String, String> named = new HashMap<>(options);
    named.keySet().removeIf(k -> !TableProperties.isHadoop(k));
    return spark
        .sessionState()
        .newHadoopConfWithOptions(
            scala.collection.immutable.Map.from(CollectionConverters.asScala(named)));
  }

  public FileStores stores(Map<String, String> options) {
    return new HadoopFileStores(hadoop(options));
  }

  public Stores serializable(Map<String, String> options) {
    return new Stores(
        JavaSparkContext.fromSparkContext(spark.sparkContext())
            .broadcast(new SerializableConfiguration(hadoop(options))));
  }

  /** What all tasks of a scan need: sent to each executor once, however large it is. */
  public static final class Shared<T extends Serializable> implements Serializable {
    private static final long serialVersionUID = 1L;

    private final Broadcast<T> value;

    private Shared(Broadcast<T> value) {
      this.value = value;
    }

    public T get() {
      return value.value();
    }
  }

  public <T extends Serializable> Shared<T> share(T value) {
    return new Shared<>(JavaSparkContext.fromSparkContext(spark.sparkContext()).broadcast(value));
  }

  /** Settings given as {@code spark.datasource.placed.NAME}, by NAME. */
  public Map<String, String> defaults() {
    Map<String, String> out = new HashMap<>();
    CollectionConverters.asJava(conf.getAllConfs())
        .forEach(
            (k, v) -> {
              if (k.startsWith(DEFAULTS)) {
                out.put(k.substring(DEFAULTS.length()), v);
              }
            });
    return out;
  }

  public boolean caseSensitive() {
    return conf.caseSensitiveAnalysis();
  }

  public boolean ignoreCorruptFiles() {
    return conf.ignoreCorruptFiles();
  }

  public boolean ignoreMissingFiles() {
    return conf.ignoreMissingFiles();
  }

  public long maxRecordsPerFile() {
    return conf.maxRecordsPerFile();
  }

  public boolean dynamicPartitionOverwrite() {
    return conf.partitionOverwriteMode().toString().equalsIgnoreCase("dynamic");
  }

  /** Scans of less do not wait for the keys of joins. */
  public long leastBytesOfFilteredScan() {
    return JavaUtils.byteStringAsBytes(conf.getConfString(FILTERED_SCAN_BYTES, "32m"));
  }

  public String timeZone() {
    return conf.sessionLocalTimeZone();
  }

  public long maxPartitionBytes() {
    return conf.filesMaxPartitionBytes();
  }

  public long openCostBytes() {
    return conf.filesOpenCostInBytes();
  }

  /** Partitions that a scan should have at least, if there is enough to read. */
  public int minPartitions() {
    Option<Object> given = conf.filesMinPartitionNum();
    return given.isDefined() ? (Integer) given.get() : spark.leafNodeDefaultParallelism();
  }

  /** Whether Spark plans joins and groups by what scans say of their partitions. */
  public boolean usesPartitioning() {
    return conf.v2BucketingEnabled();
  }

  /** Partitions that a scan should have at most; 0 = no limit. */
  public int maxPartitions() {
    Option<Object> given = conf.filesMaxPartitionNum();
    return given.isDefined() ? (Integer) given.get() : 0;
  }

  /**
   * What a column holds in files that were written before it was added, by {@code EXISTS_DEFAULT}.
   *
   * @return per column, in Spark's internal form; null = nothing but null
   */
  public static Object[] existenceDefaults(StructType schema) {
    return ResolveDefaultColumns.getExistenceDefaultValues(schema);
  }

  /**
   * With comments, defaults and ids, as a catalog gave them, and with the lengths of char and
   * varchar, which Spark otherwise keeps beside the type: DESCRIBE and ALTER COLUMN look for them.
   */
  public static Column[] columns(StructType schema) {
    return CatalogV2Util.structTypeToV2Columns(CharVarcharUtils.getRawSchema(schema), true);
  }

  /** Whether the session's catalog keeps its tables in a Hive metastore. */
  boolean hasHiveMetastore() {
    return "hive".equals(conf.getConfString("spark.sql.catalogImplementation", "in-memory"));
  }

  /** The same, with nulls possible everywhere, as Spark's own formats have it. */
  public static StructType nullable(StructType schema) {
    return schema.asNullable();
  }

  /**
   * @throws org.apache.spark.sql.AnalysisException if two columns, or two fields of a struct, have
   *     one name, as the session compares names
   */
  public void requireDistinctNames(StructType schema) {
    SchemaUtils.checkSchemaColumnNameDuplication(schema, caseSensitive());
  }

  /**
   * What {@code input_file_name()} says in this task from now on.
   *
   * @param bytes of what is read of the file
   */
  public static void currentFile(String path, long bytes) {
    // Spark spells local files in another way here than in the metadata.
    InputFileBlockHolder.set(uri(path).replaceFirst("^file:/(?!/)", "file:///"), 0, bytes);
  }

  /** A path as Spark spells those of its own files. */
  public static String uri(String path) {
    URI uri = new Path(path).toUri();
    return uri.getScheme() == null ? "file:" + uri : uri.toString();
  }

  public static void noCurrentFile() {
    InputFileBlockHolder.unset();
  }

  /** A directory of this executor for temporary files, or null. */
  public static String localDirectory() {
    SparkEnv env = SparkEnv.get();
    if (env == null) {
      return null;
    }
    java.io.File[] directories = env.blockManager().diskBlockManager().localDirs();
    return directories.length == 0 ? null : directories[0].getPath();
  }
}
