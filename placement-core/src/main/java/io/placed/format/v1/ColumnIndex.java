package io.placed.format.v1;

import io.placed.bytes.ByteReader;
import io.placed.bytes.ByteWriter;
import io.placed.error.MalformedDataException;
import java.util.List;

/**
 * Where all pages of a column lie: {@code chunks[row group][node]}, or {@code chunks[row group][0]}
 * for the shared pages of a row-major column group.
 */
public record ColumnIndex(ChunkEntry[][] chunks) {

  /** The bytes of one row group, to be appended to those of the row groups before it. */
  public static void writeRowGroup(ByteWriter out, List<ChunkEntry> chunks) {
    chunks.forEach(c -> c.write(out));
  }

  /**
   * Reads the index of a column.
   *
   * @param repeated per node whether its pages carry a number of values; one entry when row-major
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
          entries + " chunks are declared in " + length + " bytes of column index");
    }
    ChunkEntry[][] chunks = new ChunkEntry[rowGroups.size()][repeated.length];
    for (int g = 0; g < chunks.length; g++) {
      for (int n = 0; n < repeated.length; n++) {
        ChunkEntry chunk = ChunkEntry.read(in, rowGroups.get(g).pages(), repeated[n]);
        if (chunk.file() >= files) {
          throw new MalformedDataException(
              "a chunk is said to lie in file " + chunk.file() + " of " + files);
        }
        chunks[g][n] = chunk;
      }
    }
    in.end("the column index");
    return new ColumnIndex(chunks);
  }
}
