package io.placed.aggregate;

import io.placed.vector.Batch;
import io.placed.vector.BooleanColumn;
import io.placed.vector.BytesColumn;
import io.placed.vector.Column;
import io.placed.vector.Int128Column;
import io.placed.vector.IntColumn;
import io.placed.vector.LongColumn;
import java.util.Arrays;
import java.util.List;

/** Numbers the combinations of values of some columns, in the order in which they come. */
final class GroupKeys {
  private static final long MIX = 0x9E3779B97F4A7C15L;
  private static final long MISSING = 0x632BE59BD9B4E019L;

  private final int[] positions;
  private final Column[] keys;

  /** Group + 1 in each place, 0 in empty ones; a power of two, at most half full. */
  private int[] table = new int[64];

  private long[] hashes = new long[32];
  private int count;
  private long[] rowHashes = new long[0];
  private int[] groups = new int[0];

  /**
   * @param keys empty columns of the types of the batches' columns
   * @param positions of these in the batches
   */
  GroupKeys(List<Column> keys, int[] positions) {
    this.keys = keys.toArray(Column[]::new);
    this.positions = positions;
    for (Column key : keys) {
      switch (key.type().kind()) {
        case FLOAT, DOUBLE, STRUCT, LIST, MAP ->
            throw new IllegalArgumentException("groups by " + key.type() + " are not made");
        default -> {}
      }
    }
  }

  int count() {
    return count;
  }

  /** The values of each group. */
  Column key(int k) {
    return keys[k];
  }

  /** Of the groups that are there. */
  long memoryBytes() {
    long bytes = 24L * count;
    for (Column key : keys) {
      bytes += key.memoryBytes();
    }
    return bytes;
  }

  void clear() {
    Arrays.fill(table, 0);
    count = 0;
    for (Column key : keys) {
      key.clear();
    }
  }

  /** The group of each row; until the next call. */
  int[] groupsOf(Batch batch) {
    int n = batch.rows();
    if (groups.length < n) {
      groups = new int[n];
      rowHashes = new long[n];
    }
    Arrays.fill(rowHashes, 0, n, 0);
    for (int p : positions) {
      hash(batch.column(p), n, rowHashes);
    }
    long lastHash = 0;
    int last = -1;
    for (int i = 0; i < n; i++) {
      long h = rowHashes[i];
      // Rows of one group often follow each other.
      if (last < 0 || h != lastHash || !equal(batch, i, last)) {
        last = find(batch, i, h);
        lastHash = h;
      }
      groups[i] = last;
    }
    return groups;
  }

  private int find(Batch batch, int row, long hash) {
    int mask = table.length - 1;
    for (int at = (int) (hash >>> 32) & mask; ; at = at + 1 & mask) {
      int group = table[at] - 1;
      if (group < 0) {
        return add(batch, row, hash, at);
      }
      if (hashes[group] == hash && equal(batch, row, group)) {
        return group;
      }
    }
  }

  private int add(Batch batch, int row, long hash, int at) {
    for (int k = 0; k < keys.length; k++) {
      keys[k].appendRange(batch.column(positions[k]), row, 1);
    }
    if (count == hashes.length) {
      hashes = Arrays.copyOf(hashes, count * 2);
    }
    hashes[count] = hash;
    table[at] = ++count;
    if (count * 2 > table.length) {
      rehash();
    }
    return count - 1;
  }

  private void rehash() {
    table = new int[table.length * 2];
    int mask = table.length - 1;
    for (int g = 0; g < count; g++) {
      int at = (int) (hashes[g] >>> 32) & mask;
      while (table[at] != 0) {
        at = at + 1 & mask;
      }
      table[at] = g + 1;
    }
  }

  private boolean equal(Batch batch, int row, int group) {
    for (int k = 0; k < keys.length; k++) {
      if (!equal(batch.column(positions[k]), row, keys[k], group)) {
        return false;
      }
    }
    return true;
  }

  private static boolean equal(Column a, int i, Column b, int j) {
    boolean missing = a.isNull(i);
    if (missing || b.isNull(j)) {
      return missing && b.isNull(j);
    }
    if (a instanceof BytesColumn x) {
      BytesColumn y = (BytesColumn) b;
      int from = x.starts()[i];
      int to = y.starts()[j];
      return Arrays.equals(
          x.arena(), from, from + x.lengths()[i], y.arena(), to, to + y.lengths()[j]);
    }
    if (a instanceof IntColumn x) {
      return x.values()[i] == ((IntColumn) b).values()[j];
    }
    if (a instanceof LongColumn x) {
      return x.values()[i] == ((LongColumn) b).values()[j];
    }
    if (a instanceof Int128Column x) {
      Int128Column y = (Int128Column) b;
      return x.high()[i] == y.high()[j] && x.low()[i] == y.low()[j];
    }
    return ((BooleanColumn) a).get(i) == ((BooleanColumn) b).get(j);
  }

  private static void hash(Column column, int n, long[] to) {
    if (column instanceof BytesColumn c) {
      byte[] arena = c.arena();
      for (int i = 0; i < n; i++) {
        to[i] = mix(to[i], c.isNull(i) ? MISSING : hash(arena, c.starts()[i], c.lengths()[i]));
      }
    } else if (column instanceof IntColumn c) {
      for (int i = 0; i < n; i++) {
        to[i] = mix(to[i], c.isNull(i) ? MISSING : c.values()[i]);
      }
    } else if (column instanceof LongColumn c) {
      for (int i = 0; i < n; i++) {
        to[i] = mix(to[i], c.isNull(i) ? MISSING : c.values()[i]);
      }
    } else if (column instanceof Int128Column c) {
      for (int i = 0; i < n; i++) {
        to[i] = mix(to[i], c.isNull(i) ? MISSING : c.high()[i] * MIX ^ c.low()[i]);
      }
    } else {
      BooleanColumn c = (BooleanColumn) column;
      for (int i = 0; i < n; i++) {
        to[i] = mix(to[i], c.isNull(i) ? MISSING : c.get(i) ? 1 : 2);
      }
    }
  }

  private static long hash(byte[] bytes, int start, int length) {
    long h = length;
    for (int i = start; i < start + length; i++) {
      h = h * 31 + bytes[i];
    }
    return h;
  }

  private static long mix(long hash, long value) {
    long h = (hash ^ value) * MIX;
    return h ^ h >>> 29;
  }
}
