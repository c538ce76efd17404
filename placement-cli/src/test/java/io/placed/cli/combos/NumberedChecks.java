package io.placed.cli.combos;

import io.placed.Placed;
import io.placed.ReadBuilder;
import io.placed.TableReader;
import io.placed.TableScan;
import io.placed.cli.Cli;
import io.placed.formats.text.JsonRows;
import io.placed.vector.Batch;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/** Reads rows by number, and compares them with those of a scan. */
final class NumberedChecks {
  private final String path;
  private final Random random;

  NumberedChecks(String path, Random random) {
    this.path = path;
    this.random = random;
  }

  /**
   * Reads some of the rows several times, in random order and with repetitions.
   *
   * @param names of the columns, the last of which is {@code _row_id}
   * @param rows of the snapshot, by id
   * @return null, or a description of how a row differs
   */
  String ask(long snapshot, String[] names, Map<Object, Object[]> rows) throws IOException {
    List<Object> ids = new ArrayList<>(rows.keySet());
    ReadBuilder read = Placed.read(path).snapshot(snapshot).select(names);
    try (TableReader reader = read.openReader()) {
      for (int k = 0; k < 3; k++) {
        long[] numbers = some(ids);
        String wrong = compare(numbers, reader.rows(numbers), rows);
        if (wrong == null && k == 0) {
          wrong = byCommand(snapshot, names, numbers, reader.rows(numbers));
        }
        if (wrong == null && k == 1) {
          wrong = removed(snapshot, numbers, reader);
        }
        if (wrong != null) {
          return wrong;
        }
      }
    }
    return null;
  }

  private long[] some(List<Object> ids) {
    int most = random.nextInt(5) == 0 ? 2 * ids.size() : 10;
    long[] numbers = new long[1 + random.nextInt(most)];
    Arrays.setAll(numbers, i -> (Long) ids.get(random.nextInt(ids.size())));
    return random.nextInt(3) == 0 ? Arrays.stream(numbers).sorted().distinct().toArray() : numbers;
  }

  private static String compare(long[] numbers, Batch found, Map<Object, Object[]> rows) {
    if (found.rows() != numbers.length) {
      return "expected " + numbers.length + " rows, found " + found.rows();
    }
    for (int i = 0; i < numbers.length; i++) {
      String expected = Model.text(Arrays.asList(rows.get(numbers[i])));
      String row = Model.text(Arrays.asList(found.row(i)));
      if (!expected.equals(row)) {
        return "row " + numbers[i] + " is " + row + ", expected " + expected;
      }
    }
    return null;
  }

  private String byCommand(long snapshot, String[] names, long[] numbers, Batch expected) {
    if (numbers.length > 10) {
      return null;
    }
    String wanted =
        Arrays.stream(numbers).mapToObj(Long::toString).collect(Collectors.joining(","));
    String columns = String.join(",", names);
    String out =
        Cli.run(
                "cat",
                path,
                "--json",
                "--snapshot",
                snapshot,
                "-c",
                columns,
                "--row-numbers",
                wanted)
            .ok()
            .out();
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < expected.rows(); i++) {
      JsonRows.appendRow(expected, i, text);
    }
    return lines(text.toString()).equals(lines(out))
        ? null
        : "--row-numbers " + wanted + " prints " + out + ", expected " + text;
  }

  private static List<String> lines(String text) {
    return text.lines().map(String::strip).filter(l -> !l.isEmpty()).toList();
  }

  /** Rows that another snapshot has and this one has not are refused, among others that it has. */
  private String removed(long snapshot, long[] numbers, TableReader reader) throws IOException {
    Set<Long> here = ids(snapshot);
    Set<Long> gone = ids(Math.max(1, snapshot - random.nextInt(3)));
    gone.removeAll(here);
    if (gone.isEmpty()) {
      return null;
    }
    long one = gone.iterator().next();
    try {
      reader.rows(LongStream.concat(Arrays.stream(numbers), LongStream.of(one)).toArray());
      return "row " + one + " is found, but it was removed";
    } catch (IllegalArgumentException e) {
      return e.getMessage().contains(Long.toString(one)) ? null : "of row " + one + ": " + e;
    }
  }

  private Set<Long> ids(long snapshot) throws IOException {
    Set<Long> out = new HashSet<>();
    try (TableScan scan = Placed.read(path).snapshot(snapshot).select("_row_id").open()) {
      scan.rows().filter(r -> r[0] != null).forEach(r -> out.add((Long) r[0]));
    } catch (IllegalArgumentException | FileNotFoundException e) {
      if (!String.valueOf(e.getMessage()).contains("expired")) {
        throw e;
      }
    }
    return out;
  }
}
