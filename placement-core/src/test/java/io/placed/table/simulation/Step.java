package io.placed.table.simulation;

import java.time.Duration;
import java.util.Locale;
import java.util.Random;

/**
 * One thing that somebody does with the table.
 *
 * @param startMicros when it begins, in the time of the simulation
 * @param seed of all that is random about it, so that it is the same if other steps are left out
 */
record Step(int number, Kind kind, long startMicros, long seed, Trouble trouble) {
  enum Kind {
    /** The first write of the table, or an append of one who believes that it is. */
    CREATE(0),
    APPEND(6),
    APPEND_AGAIN(2),
    BATCH(2),
    OVERWRITE(1),
    OVERWRITE_READ(1),
    OVERWRITE_PARTITIONS(1),
    DELETE(4),
    UPDATE(3),
    MERGE(3),
    ALTER(3),
    REPARTITION(2),
    REWRITE(3),
    OPTIMIZE(2),
    READ(4),
    READ_OLD(2),
    VACUUM(4),
    TAG(1),
    UNTAG(1),
    ROLLBACK(1),
    ADD_FILES(2);

    private final int weight;

    Kind(int weight) {
      this.weight = weight;
    }

    static Kind of(Random random) {
      int sum = 0;
      for (Kind k : values()) {
        sum += k.weight;
      }
      int at = random.nextInt(sum);
      for (Kind k : values()) {
        at -= k.weight;
        if (at < 0) {
          return k;
        }
      }
      throw new AssertionError();
    }
  }

  Step with(Trouble other) {
    return new Step(number, kind, startMicros, seed, other);
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "step %d at %s: %s%s",
        number,
        Duration.ofNanos(1000 * startMicros),
        kind,
        trouble);
  }
}
