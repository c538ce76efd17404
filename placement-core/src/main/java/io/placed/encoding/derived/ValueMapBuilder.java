package io.placed.encoding.derived;

import io.placed.bytes.ByteWriter;
import io.placed.encoding.spi.EncodeContext;
import io.placed.encoding.values.IntegerValues;
import io.placed.schema.Storage;
import java.util.Arrays;

/** Finds an integer for every key of a page, and writes the {@link ValueMap}. */
final class ValueMapBuilder {
  /** Three cells per key, of which this share more exist: then three of four seeds succeed. */
  private static final double CELLS_PER_KEY = 1.23;

  private static final int FEW_CELLS = 11;
  private static final int SEEDS = 256;

  private final KeyGroups groups;
  private final long[] integers;

  /**
   * @param integers per group of equal keys
   */
  ValueMapBuilder(KeyGroups groups, long[] integers) {
    this.groups = groups;
    this.integers = integers;
  }

  /**
   * Writes the map.
   *
   * @param context of the cells
   * @return readable description; null if no seed gives a map, which does not happen with
   *     reasonable hashes; nothing was written then
   */
  String write(EncodeContext context, ByteWriter out) {
    int keys = groups.count();
    long min = keys == 0 ? 0 : Arrays.stream(integers, 0, keys).min().getAsLong();
    boolean same = Arrays.stream(integers, 0, keys).allMatch(value -> value == min);
    int third = same ? 0 : (int) (keys * CELLS_PER_KEY / 3) + FEW_CELLS;
    for (int seed = 0; seed < SEEDS; seed++) {
      long[] cells = same ? new long[0] : cells(seed, third, min);
      if (cells != null) {
        out.u8(seed).u64(min).u32(third);
        IntegerValues values = new IntegerValues(Storage.LONG, cells, cells.length);
        return ValueMap.describe(context.encode(values, out));
      }
    }
    return null;
  }

  /** Assigns cells by peeling: a key that has a cell of its own comes last; null if none has. */
  private long[] cells(int seed, int third, long base) {
    int keys = groups.count();
    int[] degree = new int[3 * third];
    int[] joined = new int[3 * third];
    for (int k = 0; k < keys; k++) {
      for (int place = 0; place < 3; place++) {
        int cell = cell(k, seed, third, place);
        degree[cell]++;
        joined[cell] ^= k;
      }
    }
    int[] order = new int[keys];
    int[] own = new int[keys];
    int ordered = 0;
    int[] queue = new int[3 * third];
    int queued = 0;
    for (int cell = 0; cell < degree.length; cell++) {
      if (degree[cell] == 1) {
        queue[queued++] = cell;
      }
    }
    while (queued > 0) {
      int cell = queue[--queued];
      if (degree[cell] != 1) {
        continue;
      }
      int key = joined[cell];
      order[ordered] = key;
      own[ordered++] = cell;
      for (int place = 0; place < 3; place++) {
        int other = cell(key, seed, third, place);
        degree[other]--;
        joined[other] ^= key;
        if (degree[other] == 1) {
          queue[queued++] = other;
        }
      }
    }
    if (ordered < keys) {
      return null;
    }
    long[] cells = new long[3 * third];
    for (int i = keys - 1; i >= 0; i--) {
      long value = integers[order[i]] - base;
      for (int place = 0; place < 3; place++) {
        value ^= cells[cell(order[i], seed, third, place)];
      }
      cells[own[i]] = value;
    }
    return cells;
  }

  private int cell(int key, int seed, int third, int place) {
    long h = ValueMap.hash(groups.key(key), seed);
    return place * third + ValueMap.cell(Long.rotateLeft(h, 21 * place), third);
  }
}
