package io.placed.expression;

import io.placed.expression.Expression.Part;
import java.time.LocalDate;
import java.time.temporal.IsoFields;

/** Parts of days since 1970 and of microseconds since then. */
final class DateParts {
  private static final long MICROS_PER_SECOND = 1_000_000;

  private DateParts() {}

  static long[] of(Part part, Operand in) {
    long[] out = new long[in.count];
    long lastDay = Long.MIN_VALUE;
    long last = 0;
    for (int k = 0; k < out.length; k++) {
      if (in.isMissing(k)) {
        continue;
      }
      long v = in.longs[k];
      if (part.compareTo(Part.HOUR) >= 0) {
        out[k] = ofTime(part, v);
        continue;
      }
      // Days repeat where tables are sorted by time.
      if (v != lastDay) {
        last = ofDay(part, LocalDate.ofEpochDay(v));
        lastDay = v;
      }
      out[k] = last;
    }
    return out;
  }

  private static long ofTime(Part part, long micros) {
    long second = Math.floorMod(Math.floorDiv(micros, MICROS_PER_SECOND), 86_400L);
    return switch (part) {
      case HOUR -> second / 3600;
      case MINUTE -> second / 60 % 60;
      default -> second % 60;
    };
  }

  private static long ofDay(Part part, LocalDate day) {
    return switch (part) {
      case YEAR -> day.getYear();
      case QUARTER -> (day.getMonthValue() + 2) / 3;
      case MONTH -> day.getMonthValue();
      case DAY -> day.getDayOfMonth();
      case DAY_OF_WEEK -> day.getDayOfWeek().getValue();
      case DAY_OF_YEAR -> day.getDayOfYear();
      case WEEK -> day.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR);
      default -> day.get(IsoFields.WEEK_BASED_YEAR);
    };
  }
}
