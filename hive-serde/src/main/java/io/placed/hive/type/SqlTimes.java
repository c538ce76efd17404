package io.placed.hive.type;

import java.sql.Date;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;

/**
 * Dates and timestamps of Hive before 4, which are those of java.sql: a clock in the JVM's zone, on
 * a calendar that is the Julian one before 1582. Year, month, day and time of day stay as they are.
 */
public final class SqlTimes {
  private static final long MICROS = 1_000_000;

  /** Before it java.util's zones have no local mean time, and java.time's have it. */
  private static final long SAME_OFFSETS_FROM =
      Instant.parse("1901-01-01T00:00:00Z").getEpochSecond() * MICROS;

  private SqlTimes() {}

  /**
   * @param days since 1970
   */
  public static Date date(int days) {
    return Date.valueOf(LocalDate.ofEpochDay(days));
  }

  /** Days since 1970. */
  public static int days(Date date) {
    return Math.toIntExact(date.toLocalDate().toEpochDay());
  }

  /**
   * What the clock shows.
   *
   * @param micros since 1970 on that clock
   */
  public static Timestamp ofClock(long micros) {
    return Timestamp.valueOf(
        LocalDateTime.ofEpochSecond(Math.floorDiv(micros, MICROS), nanos(micros), ZoneOffset.UTC));
  }

  /** Seconds since 1970 on the clock. */
  public static long clockSeconds(Timestamp time) {
    return time.toLocalDateTime().toEpochSecond(ZoneOffset.UTC);
  }

  /**
   * A point in time.
   *
   * @param micros since 1970
   */
  public static Timestamp ofPoint(long micros) {
    Instant instant = Instant.ofEpochSecond(Math.floorDiv(micros, MICROS), nanos(micros));
    return micros >= SAME_OFFSETS_FROM
        ? Timestamp.from(instant)
        : Timestamp.valueOf(LocalDateTime.ofInstant(instant, ZoneId.systemDefault()));
  }

  /** Seconds since 1970 of a point in time. */
  public static long pointSeconds(Timestamp time) {
    long seconds = Math.floorDiv(time.getTime(), 1_000L);
    return seconds >= SAME_OFFSETS_FROM / MICROS
        ? seconds
        : time.toLocalDateTime().atZone(ZoneId.systemDefault()).toEpochSecond();
  }

  private static int nanos(long micros) {
    return (int) Math.floorMod(micros, MICROS) * 1_000;
  }
}
