package io.placed.write.encode;

import io.placed.format.v1.ElementMemory;
import io.placed.schema.Type;
import java.util.List;

/**
 * The encoded and compressed pages of one node in one row group (of a whole column group if
 * row-major).
 *
 * @param dictionary or null
 * @param values number of values of each page; null if it is the number of rows
 */
public record CompressedChunk(CompressedPart dictionary, List<CompressedPart> pages, int[] values) {
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
    for (CompressedPart p : pages) {
      sum += p.storedLength();
    }
    return sum;
  }
}
