package io.placed.write;

import java.util.List;

/**
 * The pages of one node of one row group (of a whole column group when row-major), ready to be
 * written.
 *
 * @param dictionary or null
 * @param values number of values of each page where it is not the number of rows, else null
 */
record PackedChunk(PackedPart dictionary, List<PackedPart> pages, int[] values) {
  long storedLength() {
    long sum = dictionary == null ? 0 : dictionary.storedLength();
    for (PackedPart p : pages) {
      sum += p.storedLength();
    }
    return sum;
  }
}
