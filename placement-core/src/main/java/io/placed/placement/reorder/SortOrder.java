package io.placed.placement.reorder;

import io.placed.placement.ColumnNames;
import io.placed.placement.SortKey;
import io.placed.schema.Schema;
import io.placed.schema.Storage;
import io.placed.vector.Batch;
import io.placed.vector.BooleanColumn;
import io.placed.vector.BytesColumn;
import io.placed.vector.Column;
import io.placed.vector.DoubleColumn;
import io.placed.vector.FloatColumn;
import io.placed.vector.Int128Column;
import io.placed.vector.IntColumn;
import io.placed.vector.LongColumn;
import java.util.List;

/**
 * The order of rows by sort keys, as in Spark: NaN is the greatest value and equal to itself, -0.0
 * equals 0.0, strings and binary compare as unsigned bytes, false is less than true.
 *
 * <p>Each value that is not null has a <em>prefix</em>, a long whose signed order never contradicts
 * the order of the values. If prefixes of a key are exact, equal prefixes mean equal values.
 */
final class SortOrder {
  private final int[] ordinals;
  private final Storage[] storages;
  private final boolean[] descending;
  private final boolean[] nullsFirst;

  private SortOrder(int[] ordinals, Schema schema, List<SortKey> keys) {
    int n = ordinals.length;
    this.ordinals = ordinals;
    storages = new Storage[n];
    descending = new boolean[n];
    nullsFirst = new boolean[n];
    for (int k = 0; k < n; k++) {
      storages[k] = schema.field(ordinals[k]).type().storage();
      descending[k] = keys.get(k).descending();
      nullsFirst[k] = keys.get(k).nullsFirst();
    }
  }

  /**
   * @throws IllegalArgumentException if a column does not exist or has no order
   */
  static SortOrder of(List<SortKey> keys, Schema schema) {
    return new SortOrder(ColumnNames.sortKeys(keys, schema), schema, keys);
  }

  int keys() {
    return ordinals.length;
  }

  Column column(Batch batch, int key) {
    return batch.column(ordinals[key]);
  }

  boolean nullsFirst(int key) {
    return nullsFirst[key];
  }

  boolean isBytes(int key) {
    return storages[key] == Storage.BYTES;
  }

  /** Whether equal prefixes mean equal values. */
  boolean exact(int key) {
    return exact(storages[key]);
  }

  static boolean exact(Storage storage) {
    return storage != Storage.BYTES && storage != Storage.INT128;
  }

  /** Compares two rows by the keys from {@code firstKey} on. */
  int compare(Batch a, int i, Batch b, int j, int firstKey) {
    for (int k = firstKey; k < ordinals.length; k++) {
      Column x = a.column(ordinals[k]);
      Column y = b.column(ordinals[k]);
      boolean xNull = x.isNull(i);
      boolean yNull = y.isNull(j);
      int order;
      if (xNull || yNull) {
        order = xNull == yNull ? 0 : xNull == nullsFirst[k] ? -1 : 1;
      } else {
        order = compareValues(storages[k], x, i, y, j);
        order = descending[k] ? -order : order;
      }
      if (order != 0) {
        return order;
      }
    }
    return 0;
  }

  /** Compares two values that are not null and whose storage has an order. */
  static int compareValues(Storage storage, Column x, int i, Column y, int j) {
    return switch (storage) {
      case BITS -> Boolean.compare(((BooleanColumn) x).get(i), ((BooleanColumn) y).get(j));
      case INT -> Integer.compare(((IntColumn) x).get(i), ((IntColumn) y).get(j));
      case LONG -> Long.compare(((LongColumn) x).get(i), ((LongColumn) y).get(j));
      case FLOAT -> compareDoubles(((FloatColumn) x).get(i), ((FloatColumn) y).get(j));
      case DOUBLE -> compareDoubles(((DoubleColumn) x).get(i), ((DoubleColumn) y).get(j));
      case INT128 -> {
        Int128Column a = (Int128Column) x;
        Int128Column b = (Int128Column) y;
        int high = Long.compare(a.high()[i], b.high()[j]);
        yield high != 0 ? high : Long.compareUnsigned(a.low()[i], b.low()[j]);
      }
      // Only the sign, because the difference of lengths may be the one int that cannot be negated.
      case BYTES -> Integer.signum(((BytesColumn) x).compare(i, (BytesColumn) y, j));
      case LENGTHS, NONE -> throw new AssertionError(storage);
    };
  }

  private static int compareDoubles(double a, double b) {
    return a < b ? -1 : a > b ? 1 : a == b ? 0 : Boolean.compare(Double.isNaN(a), Double.isNaN(b));
  }

  /** Prefix of a value that is not null, inverted if the key is descending. */
  long prefix(int key, Column column, int i) {
    return prefix(key, column, i, 0);
  }

  /**
   * Like {@link #prefix(int, Column, int)}, but for strings and binary the prefix starts at byte
   * {@code offset}. It orders values that agree in all bytes before the offset.
   */
  long prefix(int key, Column column, int i, int offset) {
    long prefix = prefixOf(storages[key], column, i, offset);
    return descending[key] ? ~prefix : prefix;
  }

  /** Prefix of a value that is not null, for ascending order. */
  static long prefixOf(Storage storage, Column column, int i, int offset) {
    return switch (storage) {
      case BITS -> ((BooleanColumn) column).get(i) ? 1 : 0;
      case INT -> ((IntColumn) column).get(i);
      case LONG -> ((LongColumn) column).get(i);
      case FLOAT -> doublePrefix(((FloatColumn) column).get(i));
      case DOUBLE -> doublePrefix(((DoubleColumn) column).get(i));
      case INT128 -> int128Prefix((Int128Column) column, i);
      case BYTES -> bytesPrefix((BytesColumn) column, i, offset);
      case LENGTHS, NONE -> throw new AssertionError(storage);
    };
  }

  private static long doublePrefix(double value) {
    // 0.0 for both zeros; doubleToLongBits has one NaN, above infinity.
    long bits = Double.doubleToLongBits(value == 0 ? 0.0 : value);
    return bits ^ (bits >> 63 & Long.MAX_VALUE);
  }

  /** The value clamped to the range of a long. */
  private static long int128Prefix(Int128Column column, int i) {
    long high = column.high()[i];
    long low = column.low()[i];
    return high == low >> 63 ? low : high < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
  }

  /** Eight bytes, padded with zeros. */
  private static long bytesPrefix(BytesColumn column, int i, int offset) {
    byte[] arena = column.arena();
    int at = column.starts()[i] + offset;
    int n = Math.max(0, Math.min(8, column.lengths()[i] - offset));
    long prefix = 0;
    for (int k = 0; k < n; k++) {
      prefix = (prefix << 8) | (arena[at + k] & 0xff);
    }
    return (n == 0 ? 0 : prefix << (8 * (8 - n))) ^ Long.MIN_VALUE;
  }
}
