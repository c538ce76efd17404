package io.placed.encoding;

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
import java.util.Arrays;

/** The values from the 40th to the 60th percentile of a column. */
final class SampleMatch {
  private SampleMatch() {}

  static ValueMatch between(Column column) {
    int n = column.size();
    int low = n * 2 / 5;
    int high = n * 3 / 5;
    if (column instanceof BooleanColumn) {
      return LongMatch.between(1, 1);
    } else if (column instanceof IntColumn c) {
      int[] v = Arrays.copyOf(c.values(), n);
      Arrays.sort(v);
      return LongMatch.between(v[low], v[high]);
    } else if (column instanceof LongColumn c) {
      long[] v = Arrays.copyOf(c.values(), n);
      Arrays.sort(v);
      return LongMatch.between(v[low], v[high]);
    } else if (column instanceof FloatColumn c) {
      float[] v = Arrays.copyOf(c.values(), n);
      Arrays.sort(v);
      return DoubleMatch.between(v[low], v[high], false);
    } else if (column instanceof DoubleColumn c) {
      double[] v = Arrays.copyOf(c.values(), n);
      Arrays.sort(v);
      return DoubleMatch.between(v[low], v[high], false);
    } else if (column instanceof Int128Column c) {
      // Those of the samples fit 64 bits.
      long[] v = Arrays.copyOf(c.low(), n);
      Arrays.sort(v);
      long[] ends = {v[low], v[high]};
      return new Int128Match(
          new long[] {ends[0] >> 63},
          new long[] {ends[0]},
          new long[] {ends[1] >> 63},
          new long[] {ends[1]});
    }
    BytesColumn c = (BytesColumn) column;
    byte[][] v = new byte[n][];
    Arrays.setAll(v, c::get);
    Arrays.sort(v, Arrays::compareUnsigned);
    return BytesMatch.between(v[low], true, v[high], true);
  }
}
