package io.placed.spark;

import io.placed.advise.WatchResult;
import io.placed.advise.WorkloadWatch;
import io.placed.io.FileStores;
import io.placed.io.IoCounters;
import io.placed.placement.Placement;
import io.placed.scan.FileLayout;
import io.placed.scan.FileReader;
import io.placed.schema.Field;
import io.placed.spark.internal.Catalyst;
import io.placed.spark.internal.Session;
import io.placed.spark.read.source.SourceOptions;
import io.placed.spark.types.Partitions;
import io.placed.spark.workload.HistoryListener;
import io.placed.table.DataSet;
import io.placed.table.commit.AddFilesResult;
import io.placed.table.file.DataFile;
import io.placed.table.optimize.Optimize;
import io.placed.table.optimize.OptimizeOptions;
import io.placed.table.partition.PartitionSpec;
import io.placed.table.rewrite.Rewrite;
import io.placed.table.rewrite.RewriteOptions;
import io.placed.table.rewrite.RewriteResult;
import io.placed.table.rewrite.RewriteTask;
import io.placed.table.snapshot.Snapshot;
import io.placed.table.snapshot.SnapshotInfo;
import io.placed.table.snapshot.Tag;
import io.placed.table.source.Moment;
import io.placed.table.vacuum.VacuumOptions;
import io.placed.table.vacuum.VacuumResult;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.api.java.function.Function;
import org.apache.spark.sql.SparkSession;

/**
 * Maintenance of tables, for Scala, Java and Python:
 *
 * <pre>{@code
 * import io.placed.spark.PlacedTables
 * PlacedTables.rewrite(spark, "/data/lineitem", "orc")
 * }</pre>
 */
public final class PlacedTables {
  /** Spark's key of the description of a thread's jobs. */
  private static final String JOB_DESCRIPTION = "spark.job.description";

  private PlacedTables() {}

  /**
   * Rewrites a table with another placement, in one commit; each task of the Spark job writes one
   * file. If it is called again after a failure, complete files are reused.
   *
   * @param placement a preset or clauses
   * @throws io.placed.error.CommitConflictException if another commit replaced one of the files in
   *     the meantime; nothing was committed
   */
  public static RewriteResult rewrite(SparkSession spark, String path, String placement)
      throws IOException {
    return rewrite(spark, path, RewriteOptions.of(Map.of(Placement.SETTING, placement)));
  }

  /** The same with other settings, for some partitions, or with another file size. */
  public static RewriteResult rewrite(SparkSession spark, String path, RewriteOptions options)
      throws IOException {
    FileStores stores = Session.of(spark).stores(Map.of());
    return run(spark, "rewrite " + path, Rewrite.prepare(stores, path, options));
  }

  /**
   * Merges small files, and files that overlap in the leading sort key, in one commit; files that
   * are large and do not overlap are not touched. Each task of the Spark job writes one file. Does
   * nothing if there is nothing to merge.
   *
   * @throws io.placed.error.CommitConflictException if another commit replaced one of the files in
   *     the meantime; nothing was committed
   */
  public static RewriteResult optimize(SparkSession spark, String path, OptimizeOptions options)
      throws IOException {
    FileStores stores = Session.of(spark).stores(Map.of());
    return run(spark, "optimize " + path, Optimize.prepare(stores, path, options));
  }

  /**
   * Says whether the workload of a table with the property {@code advise=watch} has moved away from
   * its placement, as {@code CALL placed.system.optimize} does after it. The history is that of the
   * table's property {@code advise.history}, else of the session's {@code spark.placed.history}.
   * Runs in the driver; see {@link WorkloadWatch} for what it costs. Nothing is rewritten.
   */
  public static WatchResult watch(SparkSession spark, String path) throws IOException {
    FileStores stores = Session.of(spark).stores(Map.of());
    String history = Catalyst.get().settings(spark).get(HistoryListener.SETTING, "");
    HistoryListener.publish();
    return WorkloadWatch.of(stores, path, history, Session.localDirectory());
  }

  private static RewriteResult run(SparkSession spark, String job, Rewrite rewrite)
      throws IOException {
    List<RewriteTask> tasks = rewrite.tasks();
    if (tasks.isEmpty()) {
      return rewrite.commit(List.of());
    }
    rewrite.start();
    JavaSparkContext context = JavaSparkContext.fromSparkContext(spark.sparkContext());
    String former = context.getLocalProperty(JOB_DESCRIPTION);
    context.setJobDescription("placed " + job);
    try {
      List<String> written =
          context
              .parallelize(tasks, tasks.size())
              .map(new RunTask(Session.of(spark).serializable(Map.of())))
              .collect();
      return rewrite.commit(written);
    } finally {
      context.setJobDescription(former);
    }
  }

  /**
   * Lists files that lie in a table's directory, as if they had been written by a commit. Nothing
   * is copied.
   *
   * @param sources files, and directories of which all files are added
   */
  public static AddFilesResult addFiles(SparkSession spark, String path, List<String> sources)
      throws IOException {
    return open(spark, path).addFiles(sources);
  }

  /**
   * Changes by what new files of a table are partitioned; existing files stay as they are.
   *
   * @param partitioning such as {@code PartitionSpec.parse("days(ts), bucket(16, id)")}; columns
   *     are found as {@code spark.sql.caseSensitive} says
   */
  public static Snapshot setPartitioning(
      SparkSession spark, String path, PartitionSpec partitioning) throws IOException {
    DataSet dataSet = open(spark, path);
    String[] columns =
        dataSet.current().schema().fields().stream().map(Field::name).toArray(String[]::new);
    boolean caseSensitive = Session.of(spark).caseSensitive();
    return dataSet.alter(Partitions.resolved(partitioning, columns, caseSensitive));
  }

  /** Expires old snapshots and removes the files that no remaining snapshot lists. */
  public static VacuumResult vacuum(SparkSession spark, String path, VacuumOptions options)
      throws IOException {
    return open(spark, path).vacuum(options);
  }

  /**
   * Brings back the state of an older snapshot. If columns change, a table of a catalog at this
   * path needs the procedure instead, which tells the catalog.
   *
   * @param snapshotOrNull number or tag
   * @param timeOrNull as option {@code timestampAsOf} has it; one of the two is given
   */
  public static Snapshot rollback(
      SparkSession spark, String path, String snapshotOrNull, String timeOrNull)
      throws IOException {
    DataSet dataSet = open(spark, path);
    return dataSet.rollback(moment(spark, snapshotOrNull, timeOrNull).idIn(dataSet.directory()));
  }

  /** An older snapshot, named as for {@link #rollback}. */
  public static Snapshot snapshot(
      SparkSession spark, String path, String snapshotOrNull, String timeOrNull)
      throws IOException {
    return moment(spark, snapshotOrNull, timeOrNull).of(open(spark, path).directory());
  }

  private static Moment moment(SparkSession spark, String snapshotOrNull, String timeOrNull) {
    Long millis =
        timeOrNull == null ? null : SourceOptions.millis(timeOrNull, Session.of(spark).timeZone());
    return new Moment(snapshotOrNull, millis);
  }

  /**
   * Gives a snapshot a name, by which vacuums keep it.
   *
   * @param snapshotOrNull number or another tag; null for the latest
   * @param replace whether a tag of this name may exist
   */
  public static Tag createTag(
      SparkSession spark, String path, String tag, String snapshotOrNull, boolean replace)
      throws IOException {
    DataSet dataSet = open(spark, path);
    Long id =
        snapshotOrNull == null ? null : new Moment(snapshotOrNull, null).idIn(dataSet.directory());
    return replace ? dataSet.replaceTag(tag, id) : dataSet.createTag(tag, id);
  }

  public static void deleteTag(SparkSession spark, String path, String tag) throws IOException {
    open(spark, path).deleteTag(tag);
  }

  /** The latest snapshots, newest first. */
  public static List<SnapshotInfo> snapshots(SparkSession spark, String path, int most)
      throws IOException {
    return open(spark, path).history(most);
  }

  /** The files of the latest snapshot, and foreign files. */
  public static List<DataFile> files(SparkSession spark, String path) throws IOException {
    return open(spark, path).current().files();
  }

  /** The layouts of the largest files of a table. */
  public static List<FileLayout> layouts(SparkSession spark, String path, int most)
      throws IOException {
    DataSet dataSet = open(spark, path);
    List<DataFile> largest =
        dataSet.current().files().stream()
            .sorted(Comparator.comparingLong(DataFile::totalLength).reversed())
            .limit(most)
            .toList();
    List<FileLayout> layouts = new ArrayList<>();
    for (DataFile f : largest) {
      try (FileReader file = FileReader.open(dataSet.input(f), new IoCounters())) {
        layouts.add(file.layout());
      }
    }
    return layouts;
  }

  private static DataSet open(SparkSession spark, String path) throws IOException {
    FileStores stores = Session.of(spark).stores(Map.of());
    return DataSet.at(stores, path);
  }

  private static final class RunTask implements Function<RewriteTask, String> {
    private static final long serialVersionUID = 1L;

    private final Session.Stores stores;

    RunTask(Session.Stores stores) {
      this.stores = stores;
    }

    @Override
    public String call(RewriteTask task) throws IOException {
      return task.run(stores.open(), Session.localDirectory(), Session.taskMemory(), rows -> {});
    }
  }
}
