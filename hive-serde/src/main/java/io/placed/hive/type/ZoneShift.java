package io.placed.hive.type;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;

/**
 * Converts instants to local times of a zone or the reverse, in microseconds. Looks up the zone's
 * rules only if a value does not have the same offset as the previous one.
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

  /** From instants to local times. */
  public static ZoneShift toClock(ZoneId zone) {
    return new ZoneShift(zone, true);
  }

  /**
   * From local times to instants, as in java.time: the earlier one if the clock was set back; in a
   * gap, as if the clock had not been set forward.
   */
  public static ZoneShift fromClock(ZoneId zone) {
    return new ZoneShift(zone, false);
  }

  /** Converts microseconds since 1970. */
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
    // previousTransition is strictly before its argument.
    ZoneOffsetTransition before = rules.previousTransition(moment.plusNanos(1));
    ZoneOffsetTransition after = rules.nextTransition(moment);
    from = before == null ? Long.MIN_VALUE : before.toEpochSecond();
    end = after == null ? Long.MAX_VALUE : after.toEpochSecond();
  }
}
