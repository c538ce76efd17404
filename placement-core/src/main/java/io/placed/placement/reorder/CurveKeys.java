package io.placed.placement.reorder;

import io.placed.placement.ColumnNames;
import io.placed.placement.Reordering;
import io.placed.schema.Schema;
import io.placed.schema.Storage;
import io.placed.vector.Batch;
import io.placed.vector.Column;
import java.io.Serial;
import java.io.Serializable;
import java.nio.ByteBuffer;

/**
 * Positions of rows on a space-filling curve, as sort keys. Rows with close keys have similar
 * values in all columns of the curve. Keys compare as unsigned numbers, word by word or byte by
 * byte.
 *
 * <p>If several tasks of an engine write one table, the engine creates one instance from a sample
 * of the whole table, sends it to the tasks, and assigns rows to tasks by ranges of keys. Immutable
 * and thread-safe.
 */
public final class CurveKeys implements Serializable {
  @Serial private static final long serialVersionUID = 1;

  private final boolean hilbert;
  private final int bits;
  private final int words;
  private final int[] ordinals;
  private final Storage[] storages;

  /** Null if the values themselves are the coordinates. */
  private final QuantileRanges[] ranges;

  private CurveKeys(Reordering.Curve curve, int[] ordinals, Schema schema) {
    this.ordinals = ordinals;
    hilbert = curve.kind() == Reordering.Curve.Kind.HILBERT;
    bits = curve.ranges() == 0 ? 64 : 32 - Integer.numberOfLeadingZeros(curve.ranges() - 1);
    words = Curves.words(ordinals.length, bits);
    storages = new Storage[ordinals.length];
    for (int k = 0; k < ordinals.length; k++) {
      storages[k] = schema.field(ordinals[k]).type().storage();
    }
    ranges = curve.ranges() == 0 ? null : new QuantileRanges[ordinals.length];
  }

  /**
   * Creates keys whose ranges are the quantiles of a sample.
   *
   * @param schema of the rows whose keys will be computed
   * @param sample rows that have at least the columns of the curve, found by name. If there are too
   *     few of them, or they differ from the table, ranges are uneven and rows less clustered, but
   *     the result is still correct. Not used if the values themselves are the coordinates
   * @throws IllegalArgumentException if the curve does not fit the schema
   */
  public static CurveKeys of(Reordering.Curve curve, Schema schema, Batch sample) {
    int[] ordinals = ColumnNames.ordered(curve.columns(), schema);
    CurveKeys keys = new CurveKeys(curve, ordinals, schema);
    for (int k = 0; k < ordinals.length && keys.ranges != null; k++) {
      Column column = sample.column(schema.field(ordinals[k]).name());
      keys.ranges[k] = QuantileRanges.of(column, curve.ranges());
    }
    return keys;
  }

  /** Number of 64-bit words of a key: 1 to 9. */
  public int words() {
    return words;
  }

  /** The key of a row as {@link #words} unsigned numbers, the most significant first. */
  public long[] key(Batch batch, int row) {
    long[] key = new long[words];
    key(batch, row, new long[ordinals.length], key);
    return key;
  }

  /** The key of a row as {@code 8 * words()} bytes that compare as unsigned. */
  public byte[] bytes(Batch batch, int row) {
    ByteBuffer out = ByteBuffer.allocate(8 * words);
    for (long word : key(batch, row)) {
      out.putLong(word);
    }
    return out.array();
  }

  int dimensions() {
    return ordinals.length;
  }

  /**
   * @param point scratch array for the coordinates
   */
  void key(Batch batch, int row, long[] point, long[] key) {
    for (int k = 0; k < point.length; k++) {
      Column column = batch.column(ordinals[k]);
      if (ranges != null) {
        point[k] = ranges[k].range(column, row);
      } else {
        // A null has the same coordinate as the smallest value.
        point[k] =
            column.isNull(row)
                ? 0
                : SortOrder.prefixOf(storages[k], column, row, 0) ^ Long.MIN_VALUE;
      }
    }
    if (hilbert) {
      Curves.hilbert(point, bits, key);
    } else {
      Curves.zOrder(point, bits, key);
    }
  }
}
