package io.placed.encoding;

import io.placed.encoding.kernel.BitPacking;
import io.placed.encoding.spi.BooleanDecoder;
import io.placed.encoding.spi.BytesDecoder;
import io.placed.encoding.spi.DecodeContext;
import io.placed.encoding.spi.DoubleDecoder;
import io.placed.encoding.spi.FloatDecoder;
import io.placed.encoding.spi.Int128Decoder;
import io.placed.encoding.spi.IntDecoder;
import io.placed.encoding.spi.LongDecoder;
import io.placed.schema.Storage;
import io.placed.vector.Bits;
import io.placed.vector.BooleanColumn;
import io.placed.vector.BytesColumn;
import io.placed.vector.Column;
import io.placed.vector.DoubleColumn;
import io.placed.vector.FloatColumn;
import io.placed.vector.Int128Column;
import io.placed.vector.IntColumn;
import io.placed.vector.LongColumn;
import io.placed.vector.match.BytesMatch;
import io.placed.vector.match.DoubleMatch;
import io.placed.vector.match.Int128Match;
import io.placed.vector.match.LongMatch;
import io.placed.vector.match.ValueMatch;

/**
 * The values of a page, without validity. Converts between the array of a storage and its column.
 */
abstract class StoredValues {
  private StoredValues() {}

  /** Appends values [from, from + n). */
  abstract void append(int from, int n, Column target);

  /** Appends the values {@code from + positions[k]}; see {@link IntDecoder#select}. */
  abstract void select(int from, int[] positions, int n, Column target);

  /** See {@link IntDecoder#filter}. */
  abstract void filter(int from, int n, ValueMatch match, long[] bits, int word);

  abstract String describe();

  static StoredValues open(Storage storage, DecodeContext context, int n) {
    return switch (storage) {
      case BITS -> new Booleans(context.booleans(n));
      case INT -> new Ints(context.ints(n));
      case LONG -> new Longs(context.longs(n));
      case FLOAT -> new Floats(context.floats(n));
      case DOUBLE -> new Doubles(context.doubles(n));
      case INT128 -> new Int128s(context.int128s(n));
      case BYTES -> new Strings(context.bytes(n));
      default -> new Nothing();
    };
  }

  /** Makes room for n more values, possibly in new arrays; returns the position of the first. */
  private static int grow(Column target, int n) {
    int at = target.size();
    target.setSize(at + n);
    return at;
  }

  private static final class Booleans extends StoredValues {
    private final BooleanDecoder decoder;
    private long[] scratch = new long[BitPacking.VECTOR / 64];

    Booleans(BooleanDecoder decoder) {
      this.decoder = decoder;
    }

    @Override
    void append(int from, int n, Column target) {
      if (scratch.length < Bits.words(n)) {
        scratch = new long[Bits.words(n)];
      }
      int at = grow(target, n);
      decoder.decode(from, n, scratch);
      Bits.copy(scratch, 0, ((BooleanColumn) target).words(), at, n);
    }

    @Override
    void select(int from, int[] positions, int n, Column target) {
      int at = grow(target, n);
      decoder.select(from, positions, n, scratch, ((BooleanColumn) target).words(), at);
    }

    @Override
    void filter(int from, int n, ValueMatch match, long[] bits, int word) {
      decoder.filter(from, n, (LongMatch) match, scratch, bits, word);
    }

    @Override
    String describe() {
      return decoder.describe();
    }
  }

  private static final class Ints extends StoredValues {
    private final IntDecoder decoder;

    Ints(IntDecoder decoder) {
      this.decoder = decoder;
    }

    @Override
    void append(int from, int n, Column target) {
      int at = grow(target, n);
      decoder.decode(from, n, ((IntColumn) target).values(), at);
    }

    @Override
    void select(int from, int[] positions, int n, Column target) {
      int at = grow(target, n);
      decoder.select(from, positions, n, ((IntColumn) target).values(), at);
    }

    @Override
    void filter(int from, int n, ValueMatch match, long[] bits, int word) {
      decoder.filter(from, n, (LongMatch) match, bits, word);
    }

    @Override
    String describe() {
      return decoder.describe();
    }
  }

  private static final class Longs extends StoredValues {
    private final LongDecoder decoder;

    Longs(LongDecoder decoder) {
      this.decoder = decoder;
    }

    @Override
    void append(int from, int n, Column target) {
      int at = grow(target, n);
      decoder.decode(from, n, ((LongColumn) target).values(), at);
    }

    @Override
    void select(int from, int[] positions, int n, Column target) {
      int at = grow(target, n);
      decoder.select(from, positions, n, ((LongColumn) target).values(), at);
    }

    @Override
    void filter(int from, int n, ValueMatch match, long[] bits, int word) {
      decoder.filter(from, n, (LongMatch) match, bits, word);
    }

    @Override
    String describe() {
      return decoder.describe();
    }
  }

  private static final class Floats extends StoredValues {
    private final FloatDecoder decoder;

    Floats(FloatDecoder decoder) {
      this.decoder = decoder;
    }

    @Override
    void append(int from, int n, Column target) {
      int at = grow(target, n);
      decoder.decode(from, n, ((FloatColumn) target).values(), at);
    }

    @Override
    void select(int from, int[] positions, int n, Column target) {
      int at = grow(target, n);
      decoder.select(from, positions, n, ((FloatColumn) target).values(), at);
    }

    @Override
    void filter(int from, int n, ValueMatch match, long[] bits, int word) {
      decoder.filter(from, n, (DoubleMatch) match, bits, word);
    }

    @Override
    String describe() {
      return decoder.describe();
    }
  }

  private static final class Doubles extends StoredValues {
    private final DoubleDecoder decoder;

    Doubles(DoubleDecoder decoder) {
      this.decoder = decoder;
    }

    @Override
    void append(int from, int n, Column target) {
      int at = grow(target, n);
      decoder.decode(from, n, ((DoubleColumn) target).values(), at);
    }

    @Override
    void select(int from, int[] positions, int n, Column target) {
      int at = grow(target, n);
      decoder.select(from, positions, n, ((DoubleColumn) target).values(), at);
    }

    @Override
    void filter(int from, int n, ValueMatch match, long[] bits, int word) {
      decoder.filter(from, n, (DoubleMatch) match, bits, word);
    }

    @Override
    String describe() {
      return decoder.describe();
    }
  }

  private static final class Int128s extends StoredValues {
    private final Int128Decoder decoder;

    Int128s(Int128Decoder decoder) {
      this.decoder = decoder;
    }

    @Override
    void append(int from, int n, Column target) {
      int at = grow(target, n);
      Int128Column t = (Int128Column) target;
      decoder.decode(from, n, t.high(), t.low(), at);
    }

    @Override
    void select(int from, int[] positions, int n, Column target) {
      int at = grow(target, n);
      Int128Column t = (Int128Column) target;
      decoder.select(from, positions, n, t.high(), t.low(), at);
    }

    @Override
    void filter(int from, int n, ValueMatch match, long[] bits, int word) {
      decoder.filter(from, n, (Int128Match) match, bits, word);
    }

    @Override
    String describe() {
      return decoder.describe();
    }
  }

  private static final class Strings extends StoredValues {
    private final BytesDecoder decoder;

    Strings(BytesDecoder decoder) {
      this.decoder = decoder;
    }

    @Override
    void append(int from, int n, Column target) {
      decoder.decode(from, n, (BytesColumn) target);
    }

    @Override
    void select(int from, int[] positions, int n, Column target) {
      decoder.select(from, positions, n, (BytesColumn) target);
    }

    @Override
    void filter(int from, int n, ValueMatch match, long[] bits, int word) {
      decoder.filter(from, n, (BytesMatch) match, bits, word);
    }

    @Override
    String describe() {
      return decoder.describe();
    }
  }

  /** A struct, which has no values: its fields have pages of their own. */
  private static final class Nothing extends StoredValues {
    @Override
    void append(int from, int n, Column target) {
      grow(target, n);
    }

    @Override
    void select(int from, int[] positions, int n, Column target) {
      grow(target, n);
    }

    @Override
    void filter(int from, int n, ValueMatch match, long[] bits, int word) {
      throw new IllegalArgumentException("a struct has no values of its own");
    }

    @Override
    String describe() {
      return "struct";
    }
  }
}
