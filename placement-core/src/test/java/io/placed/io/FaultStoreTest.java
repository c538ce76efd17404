package io.placed.io;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.io.FaultStore.Op;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A store without faults is like any other; every kind of fault does what it says. */
class FaultStoreTest extends FileStoreContract {
  private final MemoryStore memory = new MemoryStore();
  private final FaultStore store = new FaultStore(memory, o -> Fault.NONE);

  @Override
  protected FileStore store() {
    return store;
  }

  @Override
  protected String root() {
    return "/faults";
  }

  /** Of the first operation of a kind. */
  private FaultStore failing(Op op, Fault fault) {
    return new FaultStore(memory, o -> o.op() == op ? fault : Fault.NONE);
  }

  private static byte[] line(String text) {
    return (text + "\n").getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void aPutWhoseAnswerWasLostIsThere() throws Exception {
    for (Throwable thrown :
        List.of(new IOException("lost"), new IllegalStateException(), new OutOfMemoryError())) {
      String path = "/answers/" + thrown.getClass().getSimpleName();
      FaultStore losing = failing(Op.PUT, Fault.after(thrown));
      assertThrows(thrown.getClass(), () -> losing.putIfAbsent(path, line("x")));
      assertArrayEquals(line("x"), memory.readAll(path));
      FaultStore failing = failing(Op.PUT, Fault.before(thrown));
      assertThrows(thrown.getClass(), () -> failing.putIfAbsent(path + "2", line("x")));
      assertFalse(memory.exists(path + "2"));
    }
  }

  @Test
  void aRenameThatFailsHasHappened() throws Exception {
    write("/renames/a", random(1, 10));
    FaultStore losing = failing(Op.RENAME, Fault.after(new IOException("lost")));
    assertThrows(IOException.class, () -> losing.rename("/renames/a", "/renames/b"));
    assertFalse(memory.exists("/renames/a"));
    assertArrayEquals(random(1, 10), memory.readAll("/renames/b"));
  }

  @Test
  void devicesDamageWhatTheyHaveReportedAsWritten() throws Exception {
    for (Damage damage : Damage.values()) {
      for (boolean put : new boolean[] {false, true}) {
        String directory = "/damage/" + damage + put;
        write(directory + "/other", line("something else"));
        FaultStore damaging = failing(put ? Op.PUT : Op.CLOSE, Fault.of(damage));
        byte[] content = line("0123456789".repeat(10));
        String path = directory + "/file";
        if (put) {
          assertTrue(damaging.putIfAbsent(path, content));
        } else {
          try (PositionOutput out = damaging.create(path, CreateOptions.NEW)) {
            out.write(content);
          }
        }
        if (damage == Damage.LOST || damage == Damage.MISDIRECTED) {
          assertThrows(FileNotFoundException.class, () -> memory.readAll(path));
        } else {
          assertFalse(java.util.Arrays.equals(content, memory.readAll(path)), damage.toString());
        }
        boolean hit = java.util.Arrays.equals(content, memory.readAll(directory + "/other"));
        assertEquals(damage == Damage.MISDIRECTED, hit);
      }
    }
  }

  @Test
  void theSameSeedIsTheSameDamage() throws Exception {
    for (Damage damage : Damage.values()) {
      byte[][] found = new byte[2][];
      for (int i = 0; i < 2; i++) {
        String path = "/seeds/" + damage + i + "/file";
        write(path, random(3, 1000));
        write("/seeds/" + damage + i + "/other", random(4, 1000));
        damage.to(memory, path, new Random(5));
        found[i] = memory.exists(path) ? memory.readAll(path) : new byte[0];
      }
      assertArrayEquals(found[0], found[1]);
      assertNotEquals(0, damage.name().length());
    }
  }

  @Test
  void handlesAreCounted() throws Exception {
    PositionOutput out = store.create("/handles/a", CreateOptions.NEW);
    assertEquals(1, store.open());
    out.close();
    RandomInput in = store.input("/handles/a").open();
    assertEquals(1, store.open());
    in.close();
    in.close();
    assertEquals(0, store.open());
    FaultStore losing = failing(Op.OPEN, Fault.after(new IOException("lost")));
    assertThrows(IOException.class, () -> losing.input("/handles/a").open());
    FaultStore creating = failing(Op.CREATE, Fault.after(new IOException("lost")));
    assertThrows(IOException.class, () -> creating.create("/handles/b", CreateOptions.NEW));
    assertEquals(0, losing.open() + creating.open());
  }

  @Test
  void listingsMayMissFiles() throws Exception {
    write("/late/a", random(1, 1));
    write("/late/b", random(1, 1));
    FaultStore late = FaultStore.missing(memory, path -> path.endsWith("/a"));
    assertEquals(1, late.list("/late", false).size());
    assertEquals(1, late.list("/late", true).size());
    assertEquals(1, late.walk("/late", n -> true).size());
    assertTrue(late.exists("/late/a"));
  }
}
