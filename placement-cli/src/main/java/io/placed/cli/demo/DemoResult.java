package io.placed.cli.demo;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The results of the demo. */
public record DemoResult(
    long rows, String sparkVersion, List<Written> tables, List<Measured> measurements) {

  /**
   * A written table.
   *
   * @param bytes of its data files
   * @param nanos write time
   */
  public record Written(String name, String description, long bytes, long nanos) {}

  /**
   * A query on a table.
   *
   * @param nanos of each timed run
   * @param bytesNeeded by one run, -1 = unknown
   * @param bytesRead by one run, -1 = unknown
   */
  public record Measured(
      String query,
      String table,
      List<Long> nanos,
      long bytesNeeded,
      long bytesRead,
      String answer) {
    public long median() {
      List<Long> sorted = nanos.stream().sorted().toList();
      int middle = sorted.size() / 2;
      return sorted.size() % 2 == 1
          ? sorted.get(middle)
          : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }
  }

  /** Whether every query returned the same result on every table. */
  public boolean agree() {
    return byQuery().values().stream().allMatch(a -> a.size() == 1);
  }

  /** The distinct results of each query, abbreviated. */
  public String answers() {
    StringBuilder out = new StringBuilder();
    byQuery()
        .forEach(
            (query, answers) ->
                out.append(out.length() == 0 ? "" : "; ")
                    .append(query)
                    .append(": ")
                    .append(String.join(" or ", answers)));
    return out.toString();
  }

  private Map<String, Set<String>> byQuery() {
    Map<String, Set<String>> out = new LinkedHashMap<>();
    for (Measured m : measurements) {
      out.computeIfAbsent(m.query(), q -> new LinkedHashSet<>()).add(m.answer());
    }
    return out;
  }
}
