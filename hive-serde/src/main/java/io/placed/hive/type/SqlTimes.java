package io.placed.hive.type;

import java.sql.Date;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;

/**
 * Dates and timestamps of Hive before 4, which are those of java.sql: local times in the JVM's
 * zone, with the Julian calendar before 1582. Year, month, day and time of day are preserved.
 */
public final class SqlTimes {
  private static final long MICROS = 1_000_000;

  /**
   * Before this time, the zones of java.util and java.time have different offsets, because only
   * java.time has local mean time.
   */
  private static final long SAME_OFFSETS_FROM =
      Instant.parse("1901-01-01T00:00:00Z").getEpochSecond() * MICROS;

  private SqlTimes() {}

  /**
   * @param days since 1970-01-01
   */
  public static Date date(int days) {
    return Date.valueOf(LocalDate.ofEpochDay(days));
  }

  /** Days since 1970-01-01. */
  public static int days(Date date) {
    return Math.toIntExact(date.toLocalDate().toEpochDay());
  }

  /**
   * A timestamp that shows this local time.
   *
   * @param micros since 1970-01-01T00:00 in local time
   */
  public static Timestamp ofClock(long micros) {
    return Timestamp.valueOf(
        LocalDateTime.ofEpochSecond(Math.floorDiv(micros, MICROS), nanos(micros), ZoneOffset.UTC));
  }

  /** Seconds since 1970-01-01T00:00 in local time. */
  public static long clockSeconds(Timestamp time) {
    return time.toLocalDateTime().toEpochSecond(ZoneOffset.UTC);
  }

  /**
   * A timestamp for this instant.
   *
   * @param micros since 1970-01-01T00:00Z
   */
  public static Timestamp ofPoint(long micros) {
    Instant instant = Instant.ofEpochSecond(Math.floorDiv(micros, MICROS), nanos(micros));
    return micros >= SAME_OFFSETS_FROM
        ? Timestamp.from(instant)
        : Timestamp.valueOf(LocalDateTime.ofInstant(instant, ZoneId.systemDefault()));
  }

  /** Seconds from 1970-01-01T00:00Z to the instant. */
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
