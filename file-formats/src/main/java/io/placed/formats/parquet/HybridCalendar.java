package io.placed.formats.parquet;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.TimeZone;

/**
 * Dates and times of the hybrid calendar, which was Java's before version 8: Julian until
 * 1582-10-04, then Gregorian. They become those of the proleptic Gregorian calendar with the same
 * year, month, day and time of day in the writer's time zone; days that only the Julian calendar
 * has, 1500-02-29 for example, become the next one. It is what Spark does with such files.
 *
 * <p>In a time zone whose clocks went by the sun once, timestamps until 1900 move, too: java.util
 * has the offset of today's standard time for them, and java.time the true one. Spark has both in
 * tables that were made with the time zones of 2020, and here they are those of the running JVM: in
 * a zone whose standard time changed since (Asia/Almaty), or whose history was corrected,
 * timestamps before 1900 differ from Spark's by that change.
 */
final class HybridCalendar {
  /** 1582-10-15, the first day of the Gregorian calendar. */
  private static final int FIRST_GREGORIAN = -141_427;

  /** 0000-03-01 in the Julian calendar; behind a leap day all cycles of four years are alike. */
  private static final int JULIAN_MARCH_0 = -719_470;

  private static final int DAYS_OF_4_YEARS = 1461;
  private static final int MARCH_TO_JULY = 153;
  private static final long MICROS_PER_DAY = 86_400_000_000L;

  /** 1900-01-01T00:00:00Z, from when on java.util knows the offsets of time zones. */
  private static final long MICROS_OF_1900 = -2_208_988_800_000_000L;

  private final TimeZone zone;
  private final ZoneId rules;
  private final long firstUnchanged;

  /**
   * @param zone of the writer; as in Spark, one that is not known is UTC
   */
  HybridCalendar(String zone) {
    this.zone = TimeZone.getTimeZone(zone);
    this.rules = this.zone.toZoneId();
    this.firstUnchanged =
        rules.getRules().isFixedOffset()
            ? FIRST_GREGORIAN * MICROS_PER_DAY - this.zone.getRawOffset() * 1000L
            : MICROS_OF_1900;
  }

  /** Days since 1970-01-01. */
  static int days(int hybrid) {
    return hybrid >= FIRST_GREGORIAN ? hybrid : (int) julian(hybrid).toEpochDay();
  }

  /** Whether a timestamp is the same in both calendars, and so are all later ones. */
  boolean isSame(long micros) {
    return micros >= firstUnchanged;
  }

  /** Microseconds since 1970-01-01T00:00:00Z. */
  long micros(long hybrid) {
    if (hybrid >= firstUnchanged) {
      return hybrid;
    }
    long offset = zone.getOffset(Math.floorDiv(hybrid, 1000L)) * 1000L;
    long sinceMidnight = Math.floorMod(hybrid, MICROS_PER_DAY) + offset;
    long day = Math.floorDiv(hybrid, MICROS_PER_DAY) + Math.floorDiv(sinceMidnight, MICROS_PER_DAY);
    long time = Math.floorMod(sinceMidnight, MICROS_PER_DAY);
    LocalDate date = day >= FIRST_GREGORIAN ? LocalDate.ofEpochDay(day) : julian(day);
    LocalDateTime local = LocalDateTime.of(date, LocalTime.ofNanoOfDay(time * 1000));
    // Where clocks were set back, java.util means the second of two equal times before 1900.
    ZoneOffset to = local.atZone(rules).withLaterOffsetAtOverlap().getOffset();
    return date.toEpochDay() * MICROS_PER_DAY + time - to.getTotalSeconds() * 1_000_000L;
  }

  /** The date with the fields of a Julian one. */
  private static LocalDate julian(long days) {
    long day = days - JULIAN_MARCH_0;
    long cycle = Math.floorDiv(day, (long) DAYS_OF_4_YEARS);
    int ofCycle = (int) (day - cycle * DAYS_OF_4_YEARS);
    int year = Math.min(ofCycle / 365, 3);
    int ofYear = ofCycle - year * 365;
    int month = (5 * ofYear + 2) / MARCH_TO_JULY;
    int ofMonth = ofYear - (MARCH_TO_JULY * month + 2) / 5;
    int fullYear = Math.toIntExact(cycle * 4 + year + (month >= 10 ? 1 : 0));
    return LocalDate.of(fullYear, month >= 10 ? month - 9 : month + 3, 1).plusDays(ofMonth);
  }
}
