package io.placed.scan;

import io.placed.format.v1.ChunkEntry;
import io.placed.format.v1.FormatV1;
import io.placed.format.v1.PartPointer;
import io.placed.format.v1.StoredPart;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Checks that every byte of a table file and its siblings is in exactly one part. */
final class Coverage {
  private final Map<Integer, List<PartPointer>> parts = new HashMap<>();

  void add(int file, PartPointer part) {
    if (part.length() > 0) {
      parts.computeIfAbsent(file, f -> new ArrayList<>()).add(part);
    }
  }

  void add(ChunkEntry chunk) {
    if (chunk.dictionary() != null) {
      add(chunk.file(), chunk.dictionary());
    }
    for (int p = 0; p < chunk.pages(); p++) {
      add(chunk.file(), chunk.page(p));
    }
  }

  private void add(int file, StoredPart part) {
    add(file, new PartPointer(part.offset(), part.length()));
  }

  /**
   * Gaps and overlaps in a file.
   *
   * @param end offset after its last part
   */
  List<Damage> damages(int file, String path, long end) {
    List<Damage> out = new ArrayList<>();
    List<PartPointer> sorted = new ArrayList<>(parts.getOrDefault(file, List.of()));
    sorted.sort(Comparator.comparingLong(PartPointer::offset));
    long at = FormatV1.HEADER_BYTES;
    for (PartPointer p : sorted) {
      if (p.offset() != at) {
        out.add(
            new Damage(
                path,
                Math.min(p.offset(), at),
                p.offset() > at
                    ? (p.offset() - at) + " bytes belong to no part"
                    : "two parts overlap"));
      }
      at = Math.max(at, p.offset() + p.length());
    }
    if (at != end) {
      out.add(new Damage(path, at, "bytes before the root or the tail belong to no part"));
    }
    return out;
  }
}
