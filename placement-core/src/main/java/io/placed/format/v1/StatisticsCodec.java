package io.placed.format.v1;

import io.placed.bytes.ByteReader;
import io.placed.bytes.ByteWriter;
import io.placed.error.MalformedDataException;
import io.placed.schema.Type;
import io.placed.statistics.ColumnStatistics;
import java.math.BigInteger;

/** Statistics entries as bytes (section 5 of {@code docs/spec/file.md}). */
public final class StatisticsCodec {
  private static final int MIN = 1;
  private static final int MAX = 2;
  private static final int MIN_EXACT = 4;
  private static final int MAX_EXACT = 8;
  private static final int DISTINCT = 16;
  private static final int NAN = 32;

  private StatisticsCodec() {}

  /** Statistics with bounds as long as they are stored. */
  public static ColumnStatistics truncated(ColumnStatistics full) {
    return full.withTruncatedBounds(
        FormatV1.MAX_BOUND_BYTES, FormatV1.BOUND_BYTES_APART, FormatV1.LONGEST_BOUND_BYTES);
  }

  /** Appends an entry, {@link #truncated}. */
  public static void write(ByteWriter out, Type type, ColumnStatistics full) {
    ColumnStatistics s = truncated(full);
    int flags =
        (s.min() != null ? MIN : 0)
            | (s.max() != null ? MAX : 0)
            | (s.minExact() ? MIN_EXACT : 0)
            | (s.maxExact() ? MAX_EXACT : 0)
            | (s.distinctEstimate() >= 0 ? DISTINCT : 0)
            | (s.nanCount() > 0 ? NAN : 0);
    out.u8(flags).varint(s.nullCount());
    if (s.nanCount() > 0) {
      out.varint(s.nanCount());
    }
    if (s.distinctEstimate() >= 0) {
      out.varint(s.distinctEstimate());
    }
    if (s.min() != null) {
      writeBound(out, type, s.min());
    }
    if (s.max() != null) {
      writeBound(out, type, s.max());
    }
  }

  /**
   * Reads the next entry.
   *
   * @param values number of values, including nulls
   */
  public static ColumnStatistics read(ByteReader in, Type type, long values) {
    int flags = in.u8();
    if ((flags & ~(MIN | MAX | MIN_EXACT | MAX_EXACT | DISTINCT | NAN)) != 0) {
      throw new MalformedDataException("unknown flags of statistics: " + flags);
    }
    long nulls = in.varintLong("number of nulls", values);
    long nans = (flags & NAN) == 0 ? 0 : in.varintLong("number of NaN", values - nulls);
    long distinct = (flags & DISTINCT) == 0 ? -1 : in.varintLong("distinct values", values);
    Object min = (flags & MIN) == 0 ? null : readBound(in, type);
    Object max = (flags & MAX) == 0 ? null : readBound(in, type);
    return ColumnStatistics.of(
            values,
            nulls,
            nans,
            distinct,
            min,
            max,
            (flags & MIN_EXACT) != 0,
            (flags & MAX_EXACT) != 0)
        .requireFits(type);
  }

  private static void writeBound(ByteWriter out, Type type, Object bound) {
    switch (type.storage()) {
      case BITS -> out.u8(((Long) bound).intValue());
      case INT, LONG -> out.zigzag((Long) bound);
      case FLOAT, DOUBLE -> out.u64(Double.doubleToRawLongBits((Double) bound));
      case INT128 -> {
        BigInteger v = (BigInteger) bound;
        for (int shift = 120; shift >= 0; shift -= 8) {
          out.u8(v.shiftRight(shift).intValue());
        }
      }
      case BYTES -> {
        byte[] b = (byte[]) bound;
        out.varint(b.length).bytes(b, 0, b.length);
      }
      default -> throw new IllegalArgumentException(type + " has no bounds");
    }
  }

  private static Object readBound(ByteReader in, Type type) {
    return switch (type.storage()) {
      case BITS -> (long) in.u8();
      case INT, LONG -> in.zigzag();
      case FLOAT, DOUBLE -> Double.longBitsToDouble(in.u64());
      case INT128 -> new BigInteger(in.bytes(16));
      case BYTES -> in.bytes(in.varint("length of a bound", in.remaining()));
      default -> throw new MalformedDataException(type + " has no bounds");
    };
  }
}
