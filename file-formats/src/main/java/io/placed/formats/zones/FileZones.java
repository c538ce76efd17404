package io.placed.formats.zones;

import io.placed.io.ByteRange;
import io.placed.schema.Field;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** The row groups (or stripes) of a file, from its footer and indexes. Not thread-safe. */
public interface FileZones extends Closeable {
  /** Number of row groups. */
  int groups();

  /** Rows of a row group. */
  long rows(int group);

  /** Name of the codec as {@code placed convert --compression} takes it; zstd for others. */
  String compression();

  /** The placement that the file says it has, as text; null if it says none. */
  String placement() throws IOException;

  /** The top-level columns by the ids that Iceberg gave them; empty if the file has none. */
  Map<Integer, Field> fields();

  /** Stored bytes of a top-level column, dictionaries included. */
  long bytes(int group, String column) throws IOException;

  /** Bytes of the column's dictionaries, which readers need beside any page. */
  long dictionaryBytes(int group, String column) throws IOException;

  /**
   * The bounds of a column: they cover the row group in order.
   *
   * @param pages whether the reader knows pages; else there is one zone
   */
  List<Zone> zones(int group, String column, boolean pages) throws IOException;

  /** Adds the bytes that the reader fetches for some rows of a column. */
  void ranges(int group, String column, RowIntervals rows, List<ByteRange> out) throws IOException;
}
