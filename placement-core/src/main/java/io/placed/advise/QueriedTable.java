package io.placed.advise;

import io.placed.advise.workload.LoadedWorkload;
import io.placed.advise.workload.TableQuantiles;
import io.placed.advise.workload.WorkloadTable;
import io.placed.advise.workload.Workloads;
import io.placed.io.FileStores;
import io.placed.io.PathNames;
import io.placed.table.DataSet;
import io.placed.table.snapshot.Snapshot;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * A snapshot of a Placed table, with the queries that are asked of it.
 *
 * @param queries of the table, and what of their source was understood
 */
public record QueriedTable(DataSet dataSet, Snapshot snapshot, LoadedWorkload queries) {
  private static final String EXTENSION = ".placed";

  /**
   * A table by its path.
   *
   * @param name that statements of a workload use
   */
  public record Named(String path, String name) {
    /** A table that statements call as its directory or file. */
    public static Named at(String path) {
      String name = PathNames.name(path);
      boolean file = name.endsWith(EXTENSION);
      return new Named(path, file ? name.substring(0, name.length() - EXTENSION.length()) : name);
    }
  }

  /**
   * Opens tables and loads their queries.
   *
   * @param workload path of a source that {@link Workloads#load} takes
   * @return in the order of the tables
   * @throws FileNotFoundException if a table or the workload does not exist
   * @throws IllegalArgumentException if the workload is of no known kind, or wrong
   */
  public static List<QueriedTable> load(FileStores stores, String workload, List<Named> tables)
      throws IOException {
    List<DataSet> dataSets = new ArrayList<>();
    List<Snapshot> snapshots = new ArrayList<>();
    List<WorkloadTable> wanted = new ArrayList<>();
    for (Named t : tables) {
      DataSet dataSet = DataSet.at(stores, t.path());
      if (!dataSet.exists()) {
        throw new FileNotFoundException(t.path() + ": no such file or directory");
      }
      Snapshot snapshot = dataSet.current();
      dataSets.add(dataSet);
      snapshots.add(snapshot);
      wanted.add(
          new WorkloadTable(
              t.name(),
              dataSet.path(),
              "placed",
              snapshot.schema(),
              new TableQuantiles(dataSet, snapshot)));
    }
    List<LoadedWorkload> loaded = Workloads.load(stores, workload, wanted);
    List<QueriedTable> out = new ArrayList<>();
    for (int i = 0; i < dataSets.size(); i++) {
      out.add(new QueriedTable(dataSets.get(i), snapshots.get(i), loaded.get(i)));
    }
    return out;
  }

  /**
   * Advises on the placement; see {@link Advisor#advise}.
   *
   * @throws IllegalArgumentException if no query can be used, or the table is empty
   */
  public Advice advise(AdvisorSettings settings) throws IOException {
    try (AdvisedTable table = PlacedTable.open(dataSet, snapshot)) {
      return Advisor.of(table, queries.workload(), settings).advise();
    }
  }
}
