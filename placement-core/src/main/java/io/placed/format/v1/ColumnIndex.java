package io.placed.format.v1;

import io.placed.bytes.ByteReader;
import io.placed.bytes.ByteWriter;
import io.placed.error.MalformedDataException;
import java.util.List;

/**
 * Positions of all pages of a column: {@code chunks[row group][node]}, or {@code chunks[row
 * group][0]} for the shared pages of a row-major column group.
 */
public record ColumnIndex(ChunkEntry[][] chunks) {

  /** Appends the entries of one row group. */
  public static void writeRowGroup(ByteWriter out, List<ChunkEntry> chunks) {
    chunks.forEach(c -> c.write(out));
  }

  /**
   * Reads the index of a column.
   *
   * @param repeated per node whether its pages have a number of values; one entry if row-major
   * @param files number of files, the table file and its siblings
   */
  public static ColumnIndex read(
      byte[] bytes,
      int offset,
      int length,
      List<RowGroupEntry> rowGroups,
      boolean[] repeated,
      int files) {
    ByteReader in = new ByteReader(bytes, offset, length);
    long entries = (long) rowGroups.size() * repeated.length;
    if (entries > length / ChunkEntry.MIN_BYTES) {
      throw new MalformedDataException(
          entries + " chunks do not fit into " + length + " bytes of column index");
    }
    ChunkEntry[][] chunks = new ChunkEntry[rowGroups.size()][repeated.length];
    for (int g = 0; g < chunks.length; g++) {
      for (int n = 0; n < repeated.length; n++) {
        ChunkEntry chunk = ChunkEntry.read(in, rowGroups.get(g).pages(), repeated[n]);
        if (chunk.file() >= files) {
          throw new MalformedDataException(
              "the file number of a chunk must be below " + files + ", found " + chunk.file());
        }
        chunks[g][n] = chunk;
      }
    }
    in.end("the column index");
    return new ColumnIndex(chunks);
  }
}
