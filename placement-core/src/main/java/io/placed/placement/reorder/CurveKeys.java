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
 * Where rows lie on a space-filling curve. Rows whose keys are close are alike in all of the
 * columns; keys compare as unsigned numbers, word by word, or byte by byte.
 *
 * <p>An engine that orders a table over several tasks makes one of these from a sample of the whole
 * table, sends it to the tasks, and divides the rows among them by ranges of keys. Immutable and
 * safe for use by several threads.
 */
public final class CurveKeys implements Serializable {
  @Serial private static final long serialVersionUID = 1;

  private final boolean hilbert;
  private final int bits;
  private final int words;
  private final int[] ordinals;
  private final Storage[] storages;

  /** Null: the values themselves are the coordinates. */
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
   * Keys whose ranges are those of a sample.
   *
   * @param schema of the rows whose keys will be asked for
   * @param sample rows that have at least the columns of the curve, found by name; with too few, or
   *     unlike the table, the ranges are uneven, which costs locality and nothing else. Not looked
   *     at where the curve goes through the values
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

  /** Words of 64 bits in a key: 1 to 9. */
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
   * @param point room for the coordinates
   */
  void key(Batch batch, int row, long[] point, long[] key) {
    for (int k = 0; k < point.length; k++) {
      Column column = batch.column(ordinals[k]);
      if (ranges != null) {
        point[k] = ranges[k].range(column, row);
      } else {
        // A missing value shares its place with the smallest.
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
