package io.placed.table.manifest;

import io.placed.bytes.ByteReader;
import io.placed.bytes.ByteWriter;
import io.placed.statistics.ColumnStatistics;

/**
 * What statistics have beside their bounds: values, nulls, NaNs, one more than the distinct
 * estimate, as varints, and a byte of flags (1: the minimum is exact, 2: the maximum is).
 */
final class StatisticsCounts {
  private static final int MIN_EXACT = 1;
  private static final int MAX_EXACT = 2;

  private StatisticsCounts() {}

  static byte[] toBytes(ColumnStatistics s, ByteWriter out) {
    int flags = (s.minExact() ? MIN_EXACT : 0) | (s.maxExact() ? MAX_EXACT : 0);
    return out.varint(s.valueCount())
        .varint(s.nullCount())
        .varint(s.nanCount())
        .varint(s.distinctEstimate() + 1)
        .u8(flags)
        .toBytes();
  }

  /**
   * @throws io.placed.error.MalformedDataException if the bytes are something else
   * @throws IllegalArgumentException if counts and bounds contradict each other
   */
  static ColumnStatistics read(byte[] bytes, Object min, Object max) {
    ByteReader in = new ByteReader(bytes, 0, bytes.length);
    long values = in.varint();
    long nulls = in.varint();
    long nans = in.varint();
    long distinct = in.varint() - 1;
    int flags = in.u8();
    in.end("counts of statistics");
    return ColumnStatistics.of(
        values,
        nulls,
        nans,
        distinct,
        min,
        max,
        (flags & MIN_EXACT) != 0,
        (flags & MAX_EXACT) != 0);
  }
}
