package io.placed.table.simulation;

import java.time.Duration;
import java.util.Random;

/**
 * What happens to somebody who works on a table.
 *
 * @param kind of the fault
 * @param at number of the operation of the store that has it, from 1
 * @param pauseAt number of the operation before which the process sleeps; 0 = none
 * @param pauseMicros for how long
 * @param skewMillis by how much its clock is wrong
 */
record Trouble(Kind kind, int at, int pauseAt, long pauseMicros, long skewMillis) {
  enum Kind {
    NONE,
    /** An IOException instead of the operation. */
    FAILS,
    /** From this operation on nothing works. */
    FAILS_FOR_GOOD,
    /** The operation is done, and an IOException says that it was not. */
    ANSWER_LOST,
    /** The same with a RuntimeException of the file system's client. */
    CLIENT_FAILS,
    /** The same with an Error. */
    OUT_OF_MEMORY,
    /** The process ends before the operation. */
    CRASHES,
    /** The process ends after the operation. */
    CRASHES_AFTER,
    /** The snapshot that is put arrives later, after an IOException. */
    ARRIVES_LATE,
    /** From this operation on listings miss young files and show some that were removed. */
    LATE_LISTINGS
  }

  static Trouble of(Random random) {
    Kind[] kinds = Kind.values();
    Kind kind = random.nextInt(3) == 0 ? kinds[random.nextInt(kinds.length)] : Kind.NONE;
    int at = 1 + random.nextInt(random.nextBoolean() ? 12 : 45);
    int pauseAt = random.nextInt(4) == 0 ? 1 + random.nextInt(40) : 0;
    long pause =
        switch (random.nextInt(4)) {
          case 0 -> Duration.ofSeconds(random.nextInt(100)).toMillis();
          case 1 -> Duration.ofMinutes(random.nextInt(200)).toMillis();
          case 2 -> Duration.ofHours(20 + random.nextInt(80)).toMillis();
          default -> Duration.ofDays(5 + random.nextInt(20)).toMillis();
        };
    return new Trouble(kind, at, pauseAt, 1000 * pause, random.nextInt(240_000) - 120_000);
  }

  boolean isFault() {
    return kind != Kind.NONE && kind != Kind.LATE_LISTINGS;
  }

  Trouble withoutFault() {
    return new Trouble(Kind.NONE, at, pauseAt, pauseMicros, skewMillis);
  }

  Trouble sleeping(int atOperation, long micros) {
    return new Trouble(kind, at, atOperation, micros, skewMillis);
  }

  Trouble withoutPause() {
    return new Trouble(kind, at, 0, pauseMicros, skewMillis);
  }

  @Override
  public String toString() {
    return (kind == Kind.NONE ? "" : ", " + kind + " at operation " + at)
        + (pauseAt == 0
            ? ""
            : ", sleeps " + Duration.ofMillis(pauseMicros / 1000) + " at operation " + pauseAt);
  }
}
