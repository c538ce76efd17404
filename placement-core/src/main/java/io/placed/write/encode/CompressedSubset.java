package io.placed.write.encode;

import java.util.List;

/**
 * An encoded and compressed logical subset.
 *
 * @param columns ordinals of the columns of the group
 * @param chunks per column the chunks of its nodes; a single one for all columns when row-major
 */
public record CompressedSubset(int[] columns, List<List<CompressedChunk>> chunks) {
  public long storedLength() {
    long sum = 0;
    for (List<CompressedChunk> nodes : chunks) {
      for (CompressedChunk c : nodes) {
        sum += c.storedLength();
      }
    }
    return sum;
  }
}
