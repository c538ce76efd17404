package io.placed.advise;

import io.placed.advise.check.AdviceCheck;
import io.placed.advise.check.AdviceMemory;
import io.placed.advise.check.CheckResult;
import io.placed.advise.workload.LoadedWorkload;
import io.placed.advise.workload.Query;
import io.placed.advise.workload.WorkloadTable;
import io.placed.advise.workload.Workloads;
import io.placed.io.FileStores;
import io.placed.io.PathNames;
import io.placed.table.DataSet;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * A table, with the queries that are asked of it.
 *
 * @param table as the source of the queries knows it
 * @param queries of the table, and what of their source was understood
 */
public record QueriedTable(AdvisedSource source, WorkloadTable table, LoadedWorkload queries) {
  /** Of files, which their tables' names do not have. */
  private static final List<String> EXTENSIONS = List.of(".placed", ".parquet", ".orc");

  /**
   * A table by its path.
   *
   * @param name that statements of a workload use
   */
  public record Named(String path, String name) {
    /** A table that statements call as its directory or file. */
    public static Named at(String path) {
      String name = PathNames.name(path);
      for (String e : EXTENSIONS) {
        if (name.endsWith(e) && name.length() > e.length()) {
          return new Named(path, name.substring(0, name.length() - e.length()));
        }
      }
      return new Named(path, name);
    }
  }

  /**
   * Opens tables and loads their queries.
   *
   * @param workload path of a source that {@link Workloads#load} takes
   * @return in the order of the tables
   * @throws FileNotFoundException if a table or the workload does not exist
   * @throws IllegalArgumentException if the workload is of no known kind, or wrong, or a table
   *     cannot be advised on
   */
  public static List<QueriedTable> load(FileStores stores, String workload, List<Named> tables)
      throws IOException {
    List<AdvisedSource> sources = new ArrayList<>();
    List<WorkloadTable> wanted = new ArrayList<>();
    for (Named t : tables) {
      AdvisedSource source = AdvisedSources.at(stores, t.path());
      sources.add(source);
      wanted.add(
          new WorkloadTable(
                  t.name(), source.path(), source.format(), source.schema(), source.quantiles())
              .qualified(stores));
    }
    List<LoadedWorkload> loaded = Workloads.load(stores, workload, wanted);
    List<QueriedTable> out = new ArrayList<>();
    for (int i = 0; i < sources.size(); i++) {
      out.add(new QueriedTable(sources.get(i), wanted.get(i), loaded.get(i)));
    }
    return out;
  }

  /** The same table with other queries. */
  QueriedTable withQueries(List<Query> others) {
    return new QueriedTable(source, table, new LoadedWorkload(others, queries.report()));
  }

  /**
   * Advises on the placement; see {@link Advisor#advise}.
   *
   * @throws IllegalArgumentException if no query can be used, or the table is empty
   */
  public Advice advise(AdvisorSettings settings) throws IOException {
    try (AdvisedTable table = source.open()) {
      return Advisor.of(table, queries.workload(), settings).advise();
    }
  }

  /**
   * Keeps the predictions of an advice in the table's directory, so that a {@link #check} can
   * compare them once the advice was followed. Tables without snapshots, and of other formats, keep
   * none.
   *
   * @return the advice; if the directory cannot be written, with a note that says so
   */
  public Advice remember(Advice advice) throws IOException {
    if (!(source instanceof PlacedSource placed) || advice.keepsTable()) {
      return advice;
    }
    AdviceMemory memory = AdviceMemory.of(placed.dataSet());
    if (placed.snapshot().id() == 0 || !memory.isPossible()) {
      return advice;
    }
    try {
      memory.remember(PredictedAdvice.of(advice, placed.snapshot(), System.currentTimeMillis()));
      return advice;
    } catch (IOException e) {
      return advice.withNote("the advice is not remembered for a later check: " + e.getMessage());
    }
  }

  /**
   * Compares the predictions of the latest advice that a table was given with what scans counted
   * since, and keeps the errors: later advice has bars that are as wide as they were.
   *
   * @param history path of a history of scans
   * @throws FileNotFoundException if the table or the history does not exist
   * @throws IllegalArgumentException that says what is missing for a check
   */
  public static CheckResult check(FileStores stores, String history, String path)
      throws IOException {
    DataSet dataSet = DataSet.at(stores, path);
    if (!dataSet.exists()) {
      throw new FileNotFoundException(path + ": no such file or directory");
    }
    return AdviceCheck.of(dataSet, Workloads.history(stores, history));
  }
}
