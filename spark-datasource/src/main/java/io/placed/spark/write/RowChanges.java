package io.placed.spark.write;

import io.placed.io.PathNames;
import io.placed.spark.internal.Session;
import io.placed.spark.options.PlacedOptions;
import io.placed.table.DataSet;
import io.placed.table.commit.Commit;
import io.placed.table.deletes.RowBitmap;
import io.placed.table.file.DataFile;
import io.placed.table.rewrite.DeletionPlan;
import io.placed.table.rewrite.RemainderTask;
import io.placed.table.snapshot.Snapshot;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.api.java.function.Function;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * The commit of a row-level operation. Files of which many rows are deleted are written again by
 * tasks on the executors; see {@link DeletionPlan}.
 *
 * @param operation its name in the history
 * @param read the snapshot that the rows were read from; null if there was no table
 * @param settings of writing
 */
record RowChanges(
    String operation,
    Snapshot read,
    CaseInsensitiveStringMap options,
    Map<String, String> settings) {

  /**
   * @param deleted numbers of rows by the whole path of their file
   * @param files with changed and new rows
   */
  void commit(Commit commit, Map<String, RowBitmap> deleted, List<DataFile> files)
      throws IOException {
    if (deleted.isEmpty() && files.isEmpty()) {
      return;
    }
    DataSet dataSet =
        DataSet.at(
            Session.active().stores(options.asCaseSensitiveMap()), options.get(PlacedOptions.PATH));
    double maxShare = PlacedOptions.deletesMaxShare(options, read);
    DeletionPlan plan =
        new DeletionPlan(dataSet.directory(), read, maxShare, byFile(dataSet.path(), deleted));
    List<DataFile> copies = run(plan.tasks(commit, settings));
    WritePlan.basedOn(commit, read, options);
    plan.commit(commit, operation, copies, files);
  }

  private Map<DataFile, RowBitmap> byFile(String root, Map<String, RowBitmap> deleted) {
    Map<String, RowBitmap> byPath = new HashMap<>();
    deleted.forEach((path, rows) -> byPath.put(PathNames.relativize(root, path), rows));
    Map<DataFile, RowBitmap> byFile = new LinkedHashMap<>();
    if (read != null) {
      read.files(byPath.keySet()).forEach(f -> byFile.put(f, byPath.get(f.path())));
    }
    if (byFile.size() < byPath.size()) {
      Set<String> unknown = new HashSet<>(byPath.keySet());
      byFile.keySet().forEach(f -> unknown.remove(f.path()));
      throw new IllegalStateException(
          root + ": rows were read from files that are not in the table: " + unknown);
    }
    return byFile;
  }

  private List<DataFile> run(List<RemainderTask> tasks) {
    if (tasks.isEmpty()) {
      return List.of();
    }
    Session.Stores stores = Session.active().serializable(options.asCaseSensitiveMap());
    JavaSparkContext context =
        JavaSparkContext.fromSparkContext(Session.activeSpark().sparkContext());
    List<DataFile> files = new ArrayList<>();
    for (List<String> some :
        context.parallelize(tasks, tasks.size()).map(new RunRemainder(stores)).collect()) {
      some.forEach(f -> files.add(DataFile.fromJson(f)));
    }
    return files;
  }

  private static final class RunRemainder implements Function<RemainderTask, List<String>> {
    private static final long serialVersionUID = 1L;

    private final Session.Stores stores;

    RunRemainder(Session.Stores stores) {
      this.stores = stores;
    }

    @Override
    public List<String> call(RemainderTask task) throws IOException {
      TaskContext attempt = TaskContext.get();
      String label = "rest-" + attempt.partitionId() + "-" + attempt.taskAttemptId();
      return task.run(stores.open(), label, Session.localDirectory(), Session.taskMemory());
    }
  }
}
