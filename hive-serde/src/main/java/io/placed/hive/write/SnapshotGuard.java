package io.placed.hive.write;

import io.placed.hive.type.Buckets;
import io.placed.hive.type.Columns;
import io.placed.hive.type.HostHive;
import io.placed.io.PathNames;
import io.placed.io.hadoop.HadoopFileStores;
import io.placed.schema.Schema;
import io.placed.table.DataSet;
import io.placed.table.commit.LoadedFiles;
import io.placed.table.snapshot.Snapshot;
import io.placed.table.snapshot.TableProperties;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hive.conf.HiveConf;
import org.apache.hadoop.hive.ql.exec.FileSinkOperator;
import org.apache.hadoop.hive.ql.exec.Operator;
import org.apache.hadoop.hive.ql.exec.Utilities;
import org.apache.hadoop.hive.ql.metadata.Hive;
import org.apache.hadoop.hive.ql.plan.BaseWork;
import org.apache.hadoop.hive.ql.plan.DynamicPartitionCtx;
import org.apache.hadoop.hive.ql.plan.FileSinkDesc;

/**
 * Refuses statements that would remove files of data sets with snapshots, or add files that no
 * reader would see or that they cannot hold, without any setting of Hive. Hive removes files
 * itself, after the tasks: older snapshots would be lost, and the latest one would list files that
 * do not exist. A format is called in two places before that. First, when the statement is compiled
 * and Hive creates the table's SerDe, where only the text of the statement is known; this covers
 * statements without tasks. Second, when a task creates its file, where the query plan is known.
 * Statements for which Hive creates no SerDe are covered only by {@link
 * io.placed.hive.SnapshotHook}.
 */
public final class SnapshotGuard {
  static final String LOCATION = "location";

  private static final String NAME = "name";
  private static final String PARTITION_COLUMNS = "partition_columns";
  private static final String QUERY = "hive.query.id";

  /** The last LOAD whose files fit, because Hive creates many SerDes while it compiles it. */
  private static final AtomicReference<Fit> LAST = new AtomicReference<>();

  private record Fit(String query, String location, Removals.Load load) {}

  private SnapshotGuard() {}

  /**
   * Checks a statement that is being compiled.
   *
   * @param table properties of a table that the statement mentions
   * @throws IOException that says what to do instead
   */
  public static void requireNoRemoval(Configuration conf, Properties table) throws IOException {
    String statement = statement(conf);
    String location = table.getProperty(LOCATION);
    if (statement == null || location == null) {
      return;
    }
    Removals removals = Removals.of(statement, conf);
    boolean removed = removals.ofTable(table.getProperty(NAME, ""));
    for (String directory : removals.directories()) {
      removed |= overlap(plainPath(directory), plainPath(location));
    }
    boolean added = removals.addsTo(table.getProperty(NAME, ""));
    if (!removed && !added) {
      return;
    }
    DataSet dataSet = DataSet.at(new HadoopFileStores(conf), location);
    if (dataSet.hasSnapshots()) {
      if (removed) {
        throw refusal(location);
      }
      requireVisible(dataSet, location);
      if (!partitionColumns(table).isEmpty()) {
        Hive client = Hive.getThreadLocal();
        if (client != null) {
          ListedPartitions.record(client, client.getConf(), table.getProperty(NAME, ""), location);
        }
      }
      if (removals.insertsInto(table.getProperty(NAME, ""))) {
        requireFits(Columns.of(table), dataSet);
      }
    }
    for (Removals.Load load : removals.loadsInto(table.getProperty(NAME, ""))) {
      requireLoadable(conf, load, table);
    }
  }

  /** Files that Hive moves; in other cases it inserts the rows that it reads from them. */
  private static void requireLoadable(Configuration conf, Removals.Load load, Properties table)
      throws IOException {
    List<String> partitions = partitionColumns(table);
    if (!Buckets.has(table) && load.partition().isEmpty() == partitions.isEmpty()) {
      String location = table.getProperty(LOCATION);
      String directory = partitions.isEmpty() ? location : null;
      // Not the text of the statement: the next one with the same text may load other files.
      Fit fit = new Fit(conf.get(QUERY, ""), location, load);
      if (fit.query().isEmpty() || !fit.equals(LAST.get())) {
        Loads.requireFit(
            conf,
            load.path(),
            load.local(),
            new LoadedFiles.Target(location, directory, partitions));
        if (!partitions.isEmpty()) {
          requirePartition(conf, load, partitions, table);
        }
        LAST.set(fit);
      }
    }
  }

  /** Of a directory that is loaded, Hive makes the directory of a new partition. */
  private static void requirePartition(
      Configuration conf, Removals.Load load, List<String> partitions, Properties table)
      throws IOException {
    String location = table.getProperty(LOCATION);
    DataSet dataSet = TargetSchema.dataSet(location, new HadoopFileStores(conf));
    Hive client = Hive.getThreadLocal();
    if (dataSet == null || client == null || !load.partition().keySet().containsAll(partitions)) {
      return;
    }
    Map<String, String> values = new LinkedHashMap<>();
    partitions.forEach(p -> values.put(p, load.partition().get(p)));
    String name = PathNames.partitionPath(values);
    Path directory = new Path(location, name);
    new TargetPartition(directory, name, true)
        .requireReadable(location, dataSet.directory().newestLogged());
    if (ListedPartitions.hasFiles(conf, directory)
        && !ListedPartitions.names(client, table.getProperty(NAME, "")).contains(name)) {
      throw ListedPartitions.unlisted(directory);
    }
  }

  private static List<String> partitionColumns(Properties table) {
    String columns = table.getProperty(PARTITION_COLUMNS, "");
    return columns.isEmpty() ? List.of() : List.of(columns.split("/"));
  }

  /** A query must not add columns that the data set does not have, or values that do not fit. */
  private static void requireFits(Columns columns, DataSet dataSet) throws IOException {
    try {
      TargetSchema.of(columns, dataSet);
    } catch (IllegalArgumentException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  /**
   * Objects to rows that nobody would see: Hive commits nothing, so its files are visible only if
   * the data set shows files that no snapshot lists.
   *
   * @param dataSet with snapshots
   * @throws IOException that says how to change that
   */
  static void requireVisible(DataSet dataSet, String location) throws IOException {
    Snapshot newest = dataSet.directory().newestLogged();
    if (newest != null && !TableProperties.showForeignFiles(newest.properties())) {
      throw new IOException(
          location
              + ": the data set shows only files that its snapshots list, so that rows which Hive"
              + " adds would not be visible. Set its property "
              + TableProperties.FOREIGN_FILES
              + " to true: in Spark, ALTER TABLE placed.`"
              + location
              + "` SET TBLPROPERTIES ('"
              + TableProperties.FOREIGN_FILES
              + "'='true'); or placed properties "
              + location
              + " --set "
              + TableProperties.FOREIGN_FILES
              + "=true. Nothing was changed.");
    }
  }

  private static String plainPath(String location) {
    return new Path(location).toUri().getPath();
  }

  private static boolean overlap(String a, String b) {
    return (a + "/").startsWith(b + "/") || (b + "/").startsWith(a + "/");
  }

  /**
   * The text of the statement that this thread compiles, or null. Hive creates a SerDe with the
   * session's configuration; the configuration of the statement is that of the thread's metastore
   * client.
   */
  private static String statement(Configuration conf) {
    if (HostHive.BEFORE_4) {
      // Inside Spark, Hive compiles no statements.
      return null;
    }
    Hive client = Hive.getThreadLocal();
    Configuration own = client == null ? conf : client.getConf();
    return own == null ? null : HiveConf.getQueryString(own);
  }

  /**
   * Checks the statement of a task.
   *
   * @param location of the data set, from the table's properties
   * @throws IOException that says what to do instead
   */
  static void requireNoOverwrite(Configuration job, String location) throws IOException {
    if (HostHive.BEFORE_4) {
      // Spark does not pass the statement to Hive's classes, so an overwrite looks like an insert.
      throw new IOException(
          location
              + ": Spark cannot write a data set with snapshots through Hive's classes. Add the jar"
              + " placed-spark to the class path: then INSERT INTO and INSERT OVERWRITE create a"
              + " new snapshot. Nothing was changed.");
    }
    if (works(job).stream().anyMatch(w -> overwrites(w, location))) {
      throw refusal(location);
    }
  }

  /**
   * Checks that Hive can move a file to its partition without removing those that are there, and
   * that the data set can read the values of the partition.
   *
   * @param file of the task
   * @throws IOException that says what to do instead
   */
  static void requirePartition(Configuration job, Path file, String location, DataSet dataSet)
      throws IOException {
    Set<Path> targets = new LinkedHashSet<>();
    for (BaseWork work : works(job)) {
      for (FileSinkDesc sink : sinks(work, location)) {
        DynamicPartitionCtx dynamic = sink.getDynPartCtx();
        if (dynamic != null && dynamic.getSPPath() != null) {
          targets.add(new Path(location, dynamic.getSPPath()));
        } else if (sink.getDestPath() != null) {
          targets.add(sink.getDestPath());
        }
      }
    }
    List<TargetPartition> partitions = TargetPartition.of(file, location, targets);
    ListedPartitions.require(job, location, partitions);
    Snapshot newest = dataSet.directory().newestLogged();
    for (TargetPartition p : partitions) {
      p.requireReadable(location, newest);
    }
  }

  /** Whether a task overwrites any table. */
  static boolean overwrites(Configuration job) {
    return works(job).stream().anyMatch(w -> overwrites(w, null));
  }

  private static List<BaseWork> works(Configuration job) {
    return Stream.of(Utilities.getMapWork(job), Utilities.getReduceWork(job))
        .filter(Objects::nonNull)
        .toList();
  }

  /**
   * The schema of a file that a task writes, also if its partition lies in another data set than
   * the table.
   *
   * @param location of the table; may be null
   * @param columns of the table
   * @param dataSet that of the table; null = none
   * @throws IOException if nobody would see the rows, or the task writes into several data sets
   *     that need different schemas
   */
  static Schema schema(Configuration job, String location, Columns columns, DataSet dataSet)
      throws IOException {
    if (HostHive.BEFORE_4 || location == null) {
      return TargetSchema.of(columns, dataSet);
    }
    SnapshotPlaces places = new SnapshotPlaces(job);
    Set<Schema> schemas = new LinkedHashSet<>();
    for (BaseWork work : works(job)) {
      for (FileSinkDesc sink : sinks(work, location)) {
        String to = sink.getDestPath() == null ? location : sink.getDestPath().toString();
        boolean inside = (plainPath(to) + "/").startsWith(plainPath(location) + "/");
        Path around = inside ? null : places.around(sink.getDestPath());
        if (around == null) {
          schemas.add(TargetSchema.of(columns, dataSet));
        } else {
          DataSet there = places.dataSet(around);
          requireVisible(there, around.toString());
          schemas.add(TargetSchema.of(columns, there));
        }
      }
    }
    if (schemas.size() > 1) {
      throw new IOException(
          location
              + ": one task inserts into partitions of several data sets, whose files have different"
              + " schemas: "
              + schemas
              + "; use a statement for each partition. Nothing was changed.");
    }
    return schemas.isEmpty() ? TargetSchema.of(columns, dataSet) : schemas.iterator().next();
  }

  private static IOException refusal(String location) {
    return refusal(location, "INSERT OVERWRITE");
  }

  /**
   * @param what the statement does
   */
  static IOException refusal(String location, String what) {
    return new IOException(
        location
            + ": "
            + what
            + " is not possible on a data set with snapshots, because Hive would remove files that"
            + " snapshots need. The same applies to INSERT OVERWRITE, LOAD DATA OVERWRITE,"
            + " TRUNCATE, and DROP PARTITION of a managed table. Use INSERT INTO; or in Spark INSERT"
            + " OVERWRITE, TRUNCATE or DROP PARTITION, which create a new snapshot there. Nothing was"
            + " changed.");
  }

  /**
   * Objects to tables of which Hive would write the frequent values into directories of their own
   * inside of those of the partitions, which nobody would read.
   *
   * @param location of the table; may be null
   * @throws IOException that says what to do instead
   */
  static void requireNoListBucketing(Configuration job, String location) throws IOException {
    for (BaseWork work : works(job)) {
      for (FileSinkDesc sink : sinks(work, location)) {
        if (sink.getLbCtx() != null && sink.getLbCtx().isSkewedStoredAsDir()) {
          throw new IOException(
              location
                  + ": tables that are SKEWED BY … STORED AS DIRECTORIES are not supported. ALTER"
                  + " TABLE … NOT STORED AS DIRECTORIES, or PARTITIONED BY. Nothing was changed.");
        }
      }
    }
  }

  private static boolean overwrites(BaseWork work, String location) {
    return sinks(work, location).stream().anyMatch(FileSinkDesc::getInsertOverwrite);
  }

  /**
   * Where a plan writes files of the table at this location.
   *
   * @param location null = of all tables
   */
  private static List<FileSinkDesc> sinks(BaseWork work, String location) {
    List<FileSinkDesc> sinks = new ArrayList<>();
    for (Operator<?> op : work.getAllOperators()) {
      if (op instanceof FileSinkOperator && op.getConf() instanceof FileSinkDesc sink) {
        Properties target = sink.getTableInfo().getProperties();
        if (location == null || location.equals(target.getProperty(LOCATION))) {
          sinks.add(sink);
        }
      }
    }
    return sinks;
  }
}
