package io.placed.spark;

import io.placed.datasets.TpcdsRows;
import io.placed.datasets.TpchRows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * The queries of TPC-H and TPC-DS, which the build extracts from the jar of Spark's own tests
 * (Apache License 2.0; default substitutions).
 */
final class TpcQueries {
  private static final Pattern LAST_LIMIT = Pattern.compile("(?is)\\blimit\\s+\\d+\\s*;?\\s*$");

  private TpcQueries() {}

  /**
   * The queries in order, by names such as q1 and q14a.
   *
   * @param benchmark tpch or tpcds
   */
  static Map<String, String> of(String benchmark) throws IOException {
    Path directory = Path.of(System.getProperty("placed.query.texts", "target/queries"));
    Map<String, String> out = new TreeMap<>(Comparator.comparing(TpcQueries::order));
    try (var files = Files.list(directory.resolve(benchmark))) {
      for (Path f : files.filter(p -> p.toString().endsWith(".sql")).toList()) {
        out.put(f.getFileName().toString().replace(".sql", ""), Files.readString(f));
      }
    }
    return out;
  }

  /** Removes the limit, because the rows at its end are not determined if sort keys are equal. */
  static String withoutLimit(String query) {
    return LAST_LIMIT.matcher(query.strip()).replaceFirst("");
  }

  /** Whether a query uses a table. */
  static boolean names(String query, String table) {
    return Pattern.compile("(?i)\\b" + table + "\\b").matcher(query).find();
  }

  private static String order(String name) {
    String number = name.replaceAll("\\D", "");
    return "0".repeat(4 - number.length()) + number + name;
  }

  static List<String> tables(String benchmark) {
    return benchmark.equals("tpch") ? TpchRows.names() : TpcdsRows.names();
  }
}
