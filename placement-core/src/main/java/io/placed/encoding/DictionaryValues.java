package io.placed.encoding;

import io.placed.error.MalformedDataException;
import io.placed.schema.Storage;
import io.placed.schema.Type;
import io.placed.vector.BytesColumn;
import io.placed.vector.Column;
import io.placed.vector.match.ValueMatch;

/**
 * The decoded values of a dictionary; the array of its storage is set (and may be longer), the
 * others are null.
 */
final class DictionaryValues {
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
   * What was found out for matches; immutable, so that decoders of several threads may share it.
   */
  private volatile Known known;

  private record Known(ValueMatch match, MatchingCodes codes, int count, Known before) {}

  private DictionaryValues(Storage storage, int size) {
    this.storage = storage;
    this.size = size;
  }

  /** An empty column for strings that belong to a decoder. */
  static BytesColumn newStrings() {
    return (BytesColumn) Column.of(Type.BINARY);
  }

  /**
   * Reads and decodes the array.
   *
   * @param symbols of the chunk, null if it has none
   * @throws MalformedDataException if the bytes mean nothing or the values do not ascend
   */
  static DictionaryValues read(
      Storage storage, ByteReader in, int size, int depth, FsstTable symbols) {
    DictionaryValues d = new DictionaryValues(storage, size);
    switch (storage) {
      case INT -> {
        IntDecoder decoder = Decoders.ints(in, size, depth, null);
        d.ints = in.ints(size);
        decoder.decode(0, size, d.ints, 0);
      }
      case LONG -> {
        LongDecoder decoder = Decoders.longs(in, size, depth, null);
        d.longs = in.longs(size);
        decoder.decode(0, size, d.longs, 0);
      }
      case FLOAT -> {
        FloatDecoder decoder = Decoders.floats(in, size, depth, null);
        in.charge(4L * size);
        d.floats = new float[size];
        decoder.decode(0, size, d.floats, 0);
      }
      case DOUBLE -> {
        DoubleDecoder decoder = Decoders.doubles(in, size, depth, null);
        d.doubles = in.doubles(size);
        decoder.decode(0, size, d.doubles, 0);
      }
      case INT128 -> {
        Int128Decoder decoder = Decoders.int128s(in, size, depth, null);
        in.charge(16L * size);
        d.high = new long[size];
        d.low = new long[size];
        decoder.decode(0, size, d.high, d.low, 0);
      }
      case BYTES -> {
        BytesDecoder decoder = Decoders.bytes(in, size, depth, null, symbols);
        d.strings = newStrings();
        decoder.decode(0, size, d.strings);
        // Several threads may read a dictionary: it must not look anything up later.
        d.strings.starts();
        in.charge(d.strings.memoryBytes());
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

  /** The codes whose values match: found once for all pages that use the dictionary. */
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
