package io.placed.spark;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.io.IoCounters;
import io.placed.io.LocalFileStore;
import io.placed.placement.Placement;
import io.placed.placement.Reordering;
import io.placed.placement.SortKey;
import io.placed.placement.reorder.TaskRanges;
import io.placed.placement.reorder.TaskSample;
import io.placed.scan.BatchReader;
import io.placed.scan.FileReader;
import io.placed.scan.request.ReadRequest;
import io.placed.schema.Schema;
import io.placed.vector.Batch;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Determines the key ranges of the files of a write. */
final class ReorderedTables {
  private ReorderedTables() {}

  /** The files of each write and each partition. */
  static Map<String, List<Path>> files(String directory) throws Exception {
    Map<String, List<Path>> out = new TreeMap<>();
    try (var files = Files.walk(Path.of(directory))) {
      files
          .filter(f -> f.toString().endsWith(".placed"))
          .sorted(Comparator.comparing(f -> f.getFileName().toString()))
          .forEach(
              f -> {
                String commit = f.getFileName().toString().substring(0, 32);
                String group = commit + " " + f.getParent();
                out.computeIfAbsent(group, g -> new ArrayList<>()).add(f);
              });
    }
    return out;
  }

  /** Rows of a file as strings, in order. */
  static List<String> rows(Path file) throws Exception {
    List<String> out = new ArrayList<>();
    try (FileReader in =
            FileReader.open(new LocalFileStore().input(file.toString()), new IoCounters());
        BatchReader reader = in.read(ReadRequest.all())) {
      while (reader.next()) {
        for (int i = 0; i < reader.batch().rows(); i++) {
          out.add(Arrays.deepToString(reader.batch().row(i)));
        }
      }
    }
    return out;
  }

  /**
   * Checks that the key ranges of the files of one write do not overlap, except at their bounds.
   * The write must be so small that its sample contains all rows.
   *
   * @return number of files
   */
  static int requireRanges(String directory, String reorder) throws Exception {
    Reordering reordering = Placement.parse("reorder=" + reorder).reorder();
    Map<String, List<Path>> groups = files(directory);
    int n = 0;
    for (Map.Entry<String, List<Path>> group : groups.entrySet()) {
      String commit = group.getKey().substring(0, 32);
      List<Path> write =
          groups.entrySet().stream()
              .filter(e -> e.getKey().startsWith(commit))
              .flatMap(e -> e.getValue().stream())
              .toList();
      Schema schema = keyColumns(write.get(0), reordering);
      TaskRanges keys = keys(write, schema, reordering);
      Object[] most = null;
      for (Path file : group.getValue()) {
        Object[][] range = range(file, schema, keys);
        if (range != null) {
          String message = file + ": " + Arrays.deepToString(range);
          assertTrue(most == null || compare(keys, most, range[0]) <= 0, message);
          most = range[1];
        }
        n++;
      }
    }
    return n;
  }

  private static TaskRanges keys(List<Path> write, Schema schema, Reordering reordering)
      throws Exception {
    TaskSample sample = new TaskSample(schema, 0, 1);
    for (Path file : write) {
      read(file, schema, b -> sample.add(b, 0));
    }
    return TaskRanges.of(reordering, schema, 0, List.of(sample.part()), 1);
  }

  private static Schema keyColumns(Path file, Reordering reordering) throws Exception {
    try (FileReader in =
        FileReader.open(new LocalFileStore().input(file.toString()), new IoCounters())) {
      return in.schema().select(TaskRanges.columns(reordering, in.schema()));
    }
  }

  private interface Rows {
    void accept(Batch batch);
  }

  private static void read(Path file, Schema schema, Rows to) throws Exception {
    try (FileReader in =
            FileReader.open(new LocalFileStore().input(file.toString()), new IoCounters());
        BatchReader reader = in.read(ReadRequest.all().withColumns(schema))) {
      while (reader.next()) {
        to.accept(reader.batch());
      }
    }
  }

  /** The smallest and the largest key of a file. */
  private static Object[][] range(Path file, Schema schema, TaskRanges keys) throws Exception {
    List<Object[]> all = new ArrayList<>();
    Batch row = Batch.of(schema);
    TaskRanges.Router router = keys.router(row);
    read(
        file,
        schema,
        b -> {
          for (int i = 0; i < b.rows(); i++) {
            row.clear();
            row.appendRange(b, i, 1);
            Object[] key = new Object[keys.keyWords()];
            Arrays.setAll(key, router::keyWord);
            all.add(
                key.length > 0
                    ? key
                    : keys.sortKeys().stream()
                        .map(k -> row.row(0)[schema.indexOf(k.column())])
                        .toArray());
          }
        });
    Comparator<Object[]> order = (x, y) -> compare(keys, x, y);
    return all.isEmpty()
        ? null
        : new Object[][] {
          all.stream().min(order).orElseThrow(), all.stream().max(order).orElseThrow()
        };
  }

  private static int compare(TaskRanges keys, Object[] x, Object[] y) {
    for (int c = 0; c < x.length; c++) {
      SortKey key = keys.keyWords() > 0 ? SortKey.asc("k") : keys.sortKeys().get(c);
      int order =
          x[c] == null || y[c] == null
              ? x[c] == y[c] ? 0 : (x[c] == null) == key.nullsFirst() ? -1 : 1
              : values(x[c], y[c]) * (key.descending() ? -1 : 1);
      if (order != 0) {
        return order;
      }
    }
    return 0;
  }

  @SuppressWarnings("unchecked")
  private static int values(Object x, Object y) {
    if (x instanceof String s) {
      return Arrays.compareUnsigned(
          s.getBytes(StandardCharsets.UTF_8), ((String) y).getBytes(StandardCharsets.UTF_8));
    }
    if (x instanceof Double d) {
      return Double.compare(d + 0.0, (Double) y + 0.0);
    }
    return ((Comparable<Object>) x).compareTo(y);
  }
}
