package io.placed.write.encode;

import java.util.List;

/**
 * An encoded logical subset.
 *
 * @param columns ordinals of the columns of the group
 * @param chunks per column the chunks of its nodes; a single one for all columns when row-major
 */
public record PackedGroup(int[] columns, List<List<PackedChunk>> chunks) {
  public long storedLength() {
    long sum = 0;
    for (List<PackedChunk> nodes : chunks) {
      for (PackedChunk c : nodes) {
        sum += c.storedLength();
      }
    }
    return sum;
  }
}
