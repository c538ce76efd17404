package io.placed.advise.workload;

import io.placed.io.FileStore;
import io.placed.io.FileStores;
import io.placed.io.InputFile;
import io.placed.io.RandomInput;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.Collectors;

/** Loads workloads from sources of all kinds, which are told apart by their content. */
public final class Workloads {
  private static final int HEAD_BYTES = 64 << 10;

  private Workloads() {}

  /**
   * Loads the queries of tables from a history, a text or JSON workload, and, with Spark on the
   * class path, from event logs of Spark and files of SQL.
   *
   * @return one per table, in the same order
   * @throws IllegalArgumentException if the source is of no known kind
   */
  public static List<LoadedWorkload> load(FileStores stores, String path, List<WorkloadTable> named)
      throws IOException {
    List<WorkloadTable> tables = new ArrayList<>();
    for (WorkloadTable t : named) {
      tables.add(t.qualified(stores));
    }
    FileStore store = stores.forPath(path);
    boolean directory = store.stat(path).directory();
    String head = directory ? "" : head(store.input(path));
    if (directory ? !History.at(store, path).isEmpty() : ScanRecordJson.isRecord(head)) {
      History history = History.at(store, path);
      List<LoadedWorkload> out = new ArrayList<>();
      for (WorkloadTable t : tables) {
        out.add(history.workload(t.path(), t.schema()));
      }
      return out;
    }
    List<WorkloadSource> others = new ArrayList<>();
    for (WorkloadSource source : ServiceLoader.load(WorkloadSource.class)) {
      if (source.reads(stores, path, head)) {
        return source.load(stores, path, tables);
      }
      others.add(source);
    }
    if (directory) {
      throw new IllegalArgumentException(
          path + ": no workload is in the directory. Known: histories" + names(others));
    }
    LoadedWorkload all = LoadedWorkload.of(Workload.load(store, path));
    return tables.stream().map(t -> all).toList();
  }

  /**
   * A history of scans: the only source that has what scans counted.
   *
   * @throws java.io.FileNotFoundException if the path does not exist
   * @throws IllegalArgumentException if it is something else
   */
  public static History history(FileStores stores, String path) throws IOException {
    FileStore store = stores.forPath(path);
    boolean directory = store.stat(path).directory();
    History history = History.at(store, path);
    if (directory ? history.isEmpty() : !ScanRecordJson.isRecord(head(store.input(path)))) {
      throw new IllegalArgumentException(
          path
              + ": a history of scans is needed, because only it has what scans counted; found "
              + (directory ? "a directory without files of one" : "another kind of file"));
    }
    return history;
  }

  private static String names(List<WorkloadSource> others) {
    return others.stream().map(s -> ", " + s.kind()).collect(Collectors.joining());
  }

  private static String head(InputFile file) throws IOException {
    byte[] bytes = new byte[(int) Math.min(HEAD_BYTES, file.length())];
    try (RandomInput in = file.open()) {
      in.readFully(0, bytes, 0, bytes.length);
    }
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
