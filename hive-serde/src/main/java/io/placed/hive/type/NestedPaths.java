package io.placed.hive.type;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.serde2.ColumnProjectionUtils;

/**
 * Nested fields that a query uses, as paths of names separated by dots. An empty list means that
 * everything is used.
 */
public record NestedPaths(List<String> paths) {
  public static final NestedPaths ALL = new NestedPaths(List.of());

  public static NestedPaths of(Configuration job) {
    Set<String> paths = ColumnProjectionUtils.getNestedColumnPaths(job);
    return of(paths == null ? Set.of() : paths);
  }

  static NestedPaths of(Collection<String> paths) {
    return new NestedPaths(paths.stream().map(p -> p.toLowerCase(Locale.ROOT)).sorted().toList());
  }

  /**
   * The paths inside a column or field; {@link #ALL} if it is used completely, or if no path
   * mentions it.
   */
  public NestedPaths below(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    if (paths.contains(lower)) {
      return ALL;
    }
    String prefix = lower + ".";
    return new NestedPaths(
        paths.stream()
            .filter(p -> p.startsWith(prefix))
            .map(p -> p.substring(prefix.length()))
            .collect(Collectors.toUnmodifiableList()));
  }

  /** Whether a field is used at all. */
  boolean uses(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    return paths.isEmpty()
        || paths.stream().anyMatch(p -> p.equals(lower) || p.startsWith(lower + "."));
  }
}
