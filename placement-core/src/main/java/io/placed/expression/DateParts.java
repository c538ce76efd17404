package io.placed.expression;

import io.placed.expression.Expression.Part;
import java.time.LocalDate;
import java.time.temporal.IsoFields;

/** Parts of days since 1970 and of microseconds since then. */
final class DateParts extends Operation {
  private static final long MICROS_PER_SECOND = 1_000_000;

  private final Part part;
  private final Operation operand;

  DateParts(Part part, Operation operand) {
    this.part = part;
    this.operand = operand;
  }

  @Override
  ExpressionValues compute(EvaluatedRows rows) {
    ExpressionValues in = operand.values(rows);
    out.presence(in.present());
    long[] to = out.startLongs(rows.count);
    long lastDay = Long.MIN_VALUE;
    long last = 0;
    for (int k = 0; k < rows.count; k++) {
      long v = in.low()[k];
      if (part.compareTo(Part.HOUR) >= 0) {
        to[k] = ofTime(v);
      } else if (!in.isPresent(k)) {
        // Anything may be in the slot of a missing value, days that do not exist too.
        to[k] = 0;
      } else {
        // Days repeat where tables are sorted by time.
        if (v != lastDay) {
          last = ofDay(LocalDate.ofEpochDay(v));
          lastDay = v;
        }
        to[k] = last;
      }
    }
    return out;
  }

  private long ofTime(long micros) {
    long second = Math.floorMod(Math.floorDiv(micros, MICROS_PER_SECOND), 86_400L);
    return switch (part) {
      case HOUR -> second / 3600;
      case MINUTE -> second / 60 % 60;
      default -> second % 60;
    };
  }

  private long ofDay(LocalDate day) {
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
