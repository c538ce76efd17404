package io.placed.hive.type;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.sql.Timestamp;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Random;
import java.util.TimeZone;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SqlTimesTest {
  private static final long MICROS = 1_000_000;
  private static final ZoneId ZONE = ZoneId.of("America/New_York");
  private final TimeZone before = TimeZone.getDefault();

  @BeforeEach
  void useAZoneWhoseClocksJump() {
    TimeZone.setDefault(TimeZone.getTimeZone(ZONE));
  }

  @AfterEach
  void restore() {
    TimeZone.setDefault(before);
  }

  @Test
  void datesShowTheSameDayOnBothCalendars() {
    for (LocalDate day = LocalDate.of(1582, 1, 1); day.getYear() < 1583; day = day.plusDays(1)) {
      // The Julian calendar ends on 4 October, the Gregorian one starts on 15 October.
      if (day.getMonthValue() != 10 || day.getDayOfMonth() < 5 || day.getDayOfMonth() > 14) {
        assertEquals(day.toString(), SqlTimes.date((int) day.toEpochDay()).toString());
        assertEquals(day.toEpochDay(), SqlTimes.days(SqlTimes.date((int) day.toEpochDay())));
      }
    }
  }

  @Test
  void clocksAndPointsComeBack() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    long first = LocalDate.of(1400, 1, 1).toEpochDay();
    long end = LocalDate.of(2200, 1, 1).toEpochDay();
    for (int k = 0; k < 10_000; k++) {
      // Noon exists on every day in every zone, except for days that the calendar skips.
      LocalDate day = LocalDate.ofEpochDay(random.nextLong(first, end));
      if (day.getYear() == 1582) {
        continue;
      }
      int micro = random.nextInt(1_000_000);
      LocalDateTime clock = day.atTime(12, random.nextInt(60), random.nextInt(60), micro * 1_000);
      String message = "seed " + seed + ", " + clock;
      long seconds = clock.toEpochSecond(ZoneOffset.UTC);
      Timestamp shown = SqlTimes.ofClock(seconds * MICROS + micro);
      assertEquals(clock, shown.toLocalDateTime(), message);
      assertEquals(seconds, SqlTimes.clockSeconds(shown), message);

      long point = clock.atZone(ZONE).toEpochSecond();
      Timestamp at = SqlTimes.ofPoint(point * MICROS + micro);
      assertEquals(clock, at.toLocalDateTime(), message);
      assertEquals(point, SqlTimes.pointSeconds(at), message);
      assertEquals(micro * 1_000, at.getNanos(), message);
    }
  }

  @Test
  void theTwoHoursOfAClockThatIsSetBackAreTwoPoints() {
    long first = LocalDateTime.of(2020, 11, 1, 5, 30).toEpochSecond(ZoneOffset.UTC);
    for (long point : new long[] {first, first + 3_600}) {
      Timestamp at = SqlTimes.ofPoint(point * MICROS);
      assertEquals(point * 1_000, at.getTime());
      assertEquals(point, SqlTimes.pointSeconds(at));
    }
  }
}
