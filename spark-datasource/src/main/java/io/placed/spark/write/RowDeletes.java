package io.placed.spark.write;

import io.placed.table.deletes.RowBitmap;
import java.util.HashMap;
import java.util.Map;
import org.apache.spark.unsafe.types.UTF8String;

/** Rows to be deleted, by the path of their file. */
final class RowDeletes {
  private final Map<String, RowBitmap> byPath = new HashMap<>();

  /** Rows of a file usually follow each other. */
  private UTF8String last;

  private RowBitmap ofLast;

  /**
   * @param path of the file; may be reused by the caller
   * @param row number in the file
   */
  void add(UTF8String path, long row) {
    if (!path.equals(last)) {
      last = path.copy();
      ofLast = byPath.computeIfAbsent(path.toString(), p -> new RowBitmap());
    }
    ofLast.add(row);
  }

  /** Adds what another task has found, as {@link #toBytes}. */
  void add(Map<String, byte[]> other) {
    other.forEach(
        (path, rows) ->
            byPath.computeIfAbsent(path, p -> new RowBitmap()).addAll(RowBitmap.of(rows)));
  }

  Map<String, RowBitmap> byPath() {
    return byPath;
  }

  Map<String, byte[]> toBytes() {
    Map<String, byte[]> bytes = new HashMap<>();
    byPath.forEach((path, rows) -> bytes.put(path, rows.toBytes()));
    return bytes;
  }
}
