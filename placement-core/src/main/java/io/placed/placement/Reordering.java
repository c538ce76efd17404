package io.placed.placement;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * f_RR, the row reordering: which position every row gets.
 *
 * <p>A new method is one more record here, its words in {@link PlacementParser}, and one
 * implementation in {@code io.placed.placement.reorder}; the compiler finds the switches.
 */
public sealed interface Reordering {
  /** Name of the setting. */
  String SETTING = "placement.reorder";

  /** Rows stay in the order of arrival. Text: {@code none}. */
  Reordering NONE = new None();

  /** Rows stay in the order of arrival. */
  record None() implements Reordering {
    @Override
    public String toString() {
      return "none";
    }
  }

  /** All rows of one writer, sorted; spills when they do not fit memory. Text: {@code sort(…)}. */
  record Sort(List<SortKey> keys) implements Reordering {
    public Sort {
      keys = checked(keys);
    }

    @Override
    public String toString() {
      return "sort(" + text(keys) + ")";
    }
  }

  /**
   * Every in-memory buffer of this many bytes sorted by itself, as SLC-Store does; nothing spills.
   * Text: {@code sort-buffer(keys; 256MiB)}.
   *
   * @param bufferBytes bytes of rows in memory; a buffer ends before the row that would pass it
   */
  record SortBuffer(List<SortKey> keys, long bufferBytes) implements Reordering {
    /** Used where the text gives no size. */
    public static final long DEFAULT_BUFFER_BYTES = 256L << 20;

    public SortBuffer {
      keys = checked(keys);
      if (bufferBytes < 1) {
        throw new IllegalArgumentException(
            SETTING + ": the buffer of sort-buffer must hold at least 1B, found " + bufferBytes);
      }
    }

    @Override
    public String toString() {
      return "sort-buffer(" + text(keys) + "; " + Sizes.print(bufferBytes) + ")";
    }
  }

  private static List<SortKey> checked(List<SortKey> keys) {
    if (keys.isEmpty()) {
      throw new IllegalArgumentException(SETTING + ": a sort needs at least one column");
    }
    Set<String> seen = new HashSet<>();
    for (SortKey key : keys) {
      if (!seen.add(key.column())) {
        throw new IllegalArgumentException(
            SETTING + ": column " + Names.quote(key.column()) + " is given twice");
      }
    }
    return List.copyOf(keys);
  }

  private static String text(List<SortKey> keys) {
    return keys.stream().map(SortKey::toString).collect(Collectors.joining(", "));
  }
}
