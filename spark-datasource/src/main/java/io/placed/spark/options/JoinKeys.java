package io.placed.spark.options;

import java.util.List;
import java.util.Map;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/** Columns of a scan for which joins pass it the keys of their other side. */
public enum JoinKeys {
  /** All, if the scan is large. */
  OF_ALL_COLUMNS,
  /** Partition columns, as to a small scan. */
  OF_PARTITION_COLUMNS,
  NONE;

  /** Marks scans that do not take all keys. */
  public static final String OPTION = "__placed_join_keys";

  public static JoinKeys of(CaseInsensitiveStringMap options) {
    return options.containsKey(OPTION) ? valueOf(options.get(OPTION)) : OF_ALL_COLUMNS;
  }

  /** Options of a scan that takes these. */
  public CaseInsensitiveStringMap in(CaseInsensitiveStringMap options) {
    return PlacedOptions.layered(List.of(options.asCaseSensitiveMap(), Map.of(OPTION, name())));
  }
}
