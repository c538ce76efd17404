package io.placed.io;

import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;

/**
 * What commits, vacuums and writers take from their machine beside files: the time, random ids, and
 * pauses. It belongs to a {@link FileStore}, so that a simulation of many processes can give all of
 * it from one seed. Thread-safe.
 */
public interface Machine {
  /** The machine that this process runs on. */
  Machine THIS =
      new Machine() {
        @Override
        public long millis() {
          return System.currentTimeMillis();
        }

        @Override
        public UUID newId() {
          return UUID.randomUUID();
        }

        @Override
        public void pause(long mostMillis) throws InterruptedException {
          Thread.sleep(ThreadLocalRandom.current().nextLong(1, mostMillis + 1));
        }
      };

  /** The time, in milliseconds since 1970-01-01T00:00:00Z. */
  long millis();

  /** An id that nobody else gets. */
  UUID newId();

  /**
   * Waits for a random time, so that processes that collided once do not collide again.
   *
   * @param mostMillis at least 1
   */
  void pause(long mostMillis) throws InterruptedException;
}
