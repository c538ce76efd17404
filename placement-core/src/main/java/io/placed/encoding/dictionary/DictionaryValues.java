package io.placed.encoding.dictionary;

import io.placed.encoding.spi.BytesDecoder;
import io.placed.encoding.spi.DecodeContext;
import io.placed.encoding.spi.DoubleDecoder;
import io.placed.encoding.spi.FloatDecoder;
import io.placed.encoding.spi.Int128Decoder;
import io.placed.encoding.spi.IntDecoder;
import io.placed.encoding.spi.LongDecoder;
import io.placed.encoding.values.TotalOrder;
import io.placed.error.MalformedDataException;
import io.placed.schema.Storage;
import io.placed.vector.BytesColumn;
import io.placed.vector.match.ValueMatch;

/**
 * The decoded values of a dictionary. Only the array of its storage is not null; it may be longer
 * than the dictionary.
 */
public final class DictionaryValues {
  private static final int MAX_KNOWN = 8;

  final Storage storage;
  final int size;
  int[] ints;
  long[] longs;
  float[] floats;
  double[] doubles;
  long[] high;
  long[] low;
  BytesColumn strings;

  /**
   * The matching codes of the last predicates; immutable, so that decoders of several threads may
   * share it.
   */
  private volatile Known known;

  private record Known(ValueMatch match, MatchingCodes codes, int count, Known before) {}

  private DictionaryValues(Storage storage, int size) {
    this.storage = storage;
    this.size = size;
  }

  /**
   * Reads and decodes the array.
   *
   * @throws MalformedDataException if the bytes are malformed, or the values are not ascending
   */
  public static DictionaryValues read(Storage storage, DecodeContext context, int size) {
    DictionaryValues d = new DictionaryValues(storage, size);
    switch (storage) {
      case INT -> {
        IntDecoder decoder = context.ints(size);
        d.ints = context.intArray(size);
        decoder.decode(0, size, d.ints, 0);
      }
      case LONG -> {
        LongDecoder decoder = context.longs(size);
        d.longs = context.longArray(size);
        decoder.decode(0, size, d.longs, 0);
      }
      case FLOAT -> {
        FloatDecoder decoder = context.floats(size);
        d.floats = context.floatArray(size);
        decoder.decode(0, size, d.floats, 0);
      }
      case DOUBLE -> {
        DoubleDecoder decoder = context.doubles(size);
        d.doubles = context.doubleArray(size);
        decoder.decode(0, size, d.doubles, 0);
      }
      case INT128 -> {
        Int128Decoder decoder = context.int128s(size);
        context.charge(16L * size);
        d.high = new long[size];
        d.low = new long[size];
        decoder.decode(0, size, d.high, d.low, 0);
      }
      case BYTES -> {
        BytesDecoder decoder = context.bytes(size);
        d.strings = BytesDecoder.newColumn();
        decoder.decode(0, size, d.strings);
        // Several threads may read a dictionary, so nothing may be cached in the column later.
        d.strings.starts();
        context.charge(d.strings.memoryBytes());
      }
      default -> throw new IllegalArgumentException("no dictionary of " + storage);
    }
    for (int i = 1; i < size; i++) {
      if (!d.ascends(i)) {
        throw new MalformedDataException(
            "dictionary value " + i + " of " + size + " is not above the one before it");
      }
    }
    return d;
  }

  /** Number of values. */
  public int size() {
    return size;
  }

  /** The codes whose values match, computed once for all pages that use the dictionary. */
  @SuppressWarnings("ReferenceEquality")
  MatchingCodes matching(ValueMatch match) {
    Known all = known;
    for (Known k = all; k != null; k = k.before) {
      if (k.match == match) {
        return k.codes;
      }
    }
    MatchingCodes codes = MatchingCodes.of(this, match);
    boolean full = all != null && all.count == MAX_KNOWN;
    known = new Known(match, codes, all == null || full ? 1 : all.count + 1, full ? null : all);
    return codes;
  }

  private boolean ascends(int i) {
    return switch (storage) {
      case INT -> ints[i - 1] < ints[i];
      case LONG -> longs[i - 1] < longs[i];
      case FLOAT ->
          TotalOrder.floatKey(Float.floatToRawIntBits(floats[i - 1]))
              < TotalOrder.floatKey(Float.floatToRawIntBits(floats[i]));
      case DOUBLE ->
          TotalOrder.doubleKey(Double.doubleToRawLongBits(doubles[i - 1]))
              < TotalOrder.doubleKey(Double.doubleToRawLongBits(doubles[i]));
      case INT128 ->
          high[i - 1] < high[i]
              || (high[i - 1] == high[i] && Long.compareUnsigned(low[i - 1], low[i]) < 0);
      default -> strings.compare(i - 1, strings, i) < 0;
    };
  }
}
