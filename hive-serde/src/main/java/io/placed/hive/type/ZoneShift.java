package io.placed.hive.type;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;

/**
 * Points in time as the clock of a zone shows them, or the other way round, in microseconds. Looks
 * into the zone's rules only when a value is not under the offset of the one before.
 */
public final class ZoneShift {
  private static final long MICROS = 1_000_000;

  private final ZoneRules rules;
  private final boolean toClock;
  private long from = Long.MAX_VALUE;
  private long end = Long.MIN_VALUE;
  private long offset;

  private ZoneShift(ZoneId zone, boolean toClock) {
    this.rules = zone.getRules();
    this.toClock = toClock;
  }

  /** From points in time to the clock. */
  public static ZoneShift toClock(ZoneId zone) {
    return new ZoneShift(zone, true);
  }

  /**
   * From the clock to points in time: the earlier one where the clock was set back, and where it
   * was set forward as if it had not been, as java.time does.
   */
  public static ZoneShift fromClock(ZoneId zone) {
    return new ZoneShift(zone, false);
  }

  /** Microseconds since 1970 on one side as those on the other. */
  public long shift(long micros) {
    long second = Math.floorDiv(micros, MICROS);
    if (!toClock) {
      ZoneOffset o = rules.getOffset(LocalDateTime.ofEpochSecond(second, 0, ZoneOffset.UTC));
      return micros - o.getTotalSeconds() * MICROS;
    }
    if (second < from || second >= end) {
      look(Instant.ofEpochSecond(second));
    }
    return micros + offset;
  }

  private void look(Instant moment) {
    offset = rules.getOffset(moment).getTotalSeconds() * MICROS;
    // previousTransition is strictly before what is asked for.
    ZoneOffsetTransition before = rules.previousTransition(moment.plusNanos(1));
    ZoneOffsetTransition after = rules.nextTransition(moment);
    from = before == null ? Long.MIN_VALUE : before.toEpochSecond();
    end = after == null ? Long.MAX_VALUE : after.toEpochSecond();
  }
}
