package io.placed.write.encode;

import io.placed.format.v1.ElementMemory;
import io.placed.schema.Type;
import java.util.List;

/**
 * The pages of one node of one row group (of a whole column group when row-major), ready to be
 * written.
 *
 * @param dictionary or null
 * @param values number of values of each page where it is not the number of rows, else null
 */
public record PackedChunk(PackedPart dictionary, List<PackedPart> pages, int[] values) {
  /** See {@link ElementMemory#excess}; 0 for a node whose values are one per row. */
  long elementExcess(int page, Type type) {
    if (values == null) {
      return 0;
    }
    long bytes = (long) values[page] * ElementMemory.bits(type) / 8;
    return ElementMemory.excess(bytes, pages.get(page).rawLength());
  }

  long storedLength() {
    long sum = dictionary == null ? 0 : dictionary.storedLength();
    for (PackedPart p : pages) {
      sum += p.storedLength();
    }
    return sum;
  }
}
