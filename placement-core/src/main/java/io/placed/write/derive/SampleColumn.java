package io.placed.write.derive;

import io.placed.encoding.derived.Derivation;
import io.placed.encoding.derived.ScaledIntegers;
import io.placed.encoding.derived.TimeOfDay;
import io.placed.schema.DecimalType;
import io.placed.schema.Field;
import io.placed.schema.Storage;
import io.placed.vector.Bits;
import io.placed.vector.Column;

/** A sample of a numeric column as integers. */
final class SampleColumn {
  /** Doubles with more decimal places are rarely decimals. */
  private static final int MAX_SCALE = 6;

  /** Values of the first comparison. */
  private static final int FEW = 16;

  final int ordinal;
  final String name;

  /** As {@link Derivation.Parent#scale}: 0 unless floating-point. */
  final int scale;

  /** Decimal places of the integers, for decimals as well. */
  final int digits;

  final boolean floating;
  final long[] values;
  final long[] usable;

  /** Whether all values are times of day written as hhmm. */
  final boolean timeOfDay;

  /** Approximate bits per value without derivation. */
  final double bits;

  private SampleColumn(int ordinal, Field field, int scale, long[] values, long[] usable) {
    this.ordinal = ordinal;
    this.name = field.name();
    this.scale = scale;
    this.digits = field.type() instanceof DecimalType d ? d.scale() : scale;
    this.floating = floating(field.type().storage());
    this.values = values;
    this.usable = usable;
    this.timeOfDay = isTimeOfDay();
    this.bits = BitCost.of(BitCost.filled(values, usable, usable), values.length);
  }

  private boolean isTimeOfDay() {
    boolean minutes = false;
    boolean hours = false;
    for (int i = 0; i < values.length; i++) {
      if (Bits.get(usable, i)) {
        if (!TimeOfDay.isTime(values[i])) {
          return false;
        }
        minutes |= values[i] % 100 != 0;
        hours |= values[i] >= 100;
      }
    }
    return digits == 0 && minutes && hours;
  }

  private static boolean floating(Storage storage) {
    return storage == Storage.FLOAT || storage == Storage.DOUBLE;
  }

  /**
   * Samples runs of adjacent rows.
   *
   * @param starts first row of each run
   * @return null if the column has hardly any integers
   */
  static SampleColumn of(int ordinal, Field field, Column column, int[] starts, int runRows) {
    if (!Derivation.takesNumbers(field.type(), 0)) {
      return null;
    }
    int n = starts.length * runRows;
    long[] values = new long[n];
    long[] usable = new long[Bits.words(n)];
    int last = floating(field.type().storage()) ? MAX_SCALE : 0;
    for (int scale = 0; scale <= last; scale++) {
      long[] some = new long[FEW];
      long[] ok = new long[1];
      int few = Math.min(FEW, runRows);
      ScaledIntegers.read(column, starts[0], few, scale, some, ok);
      if (Bits.count(ok, 0, few) < present(column, starts[0], few) * 0.8) {
        continue;
      }
      int found = 0;
      int present = 0;
      for (int r = 0; r < starts.length; r++) {
        long[] run = new long[runRows];
        long[] bits = new long[Bits.words(runRows)];
        ScaledIntegers.read(column, starts[r], runRows, scale, run, bits);
        System.arraycopy(run, 0, values, r * runRows, runRows);
        Bits.copy(bits, 0, usable, r * runRows, runRows);
        found += Bits.count(bits, 0, runRows);
        present += present(column, starts[r], runRows);
      }
      if (found > 0 && found >= present * 0.98) {
        return new SampleColumn(ordinal, field, scale, values, usable);
      }
    }
    return null;
  }

  private static int present(Column column, int from, int n) {
    return column.validity() == null ? n : Bits.count(column.validity(), from, from + n);
  }

  /** Factor that scales the integers to this number of decimal places. */
  long factorTo(int wantedDigits) {
    long factor = 1;
    for (int d = digits; d < wantedDigits; d++) {
      factor *= 10;
    }
    return factor;
  }
}
