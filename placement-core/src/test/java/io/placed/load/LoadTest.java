package io.placed.load;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.io.FileStore;
import io.placed.io.FileStores;
import io.placed.table.DataSet;
import io.placed.table.snapshot.Snapshot;
import io.placed.table.vacuum.Vacuum;
import io.placed.table.vacuum.VacuumOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * Some processes on one table for some seconds; {@code mvn test -Pload -pl placement-core} has
 * eight that append and four that read, for an hour. In the middle some writers find the disk full,
 * and others cannot open another file.
 */
@EnabledOnOs(OS.LINUX) // prlimit
class LoadTest {
  private static final int WRITERS = Integer.getInteger("placed.load.writers", 3);
  private static final int READERS = Integer.getInteger("placed.load.readers", 1);
  private static final Duration TIME =
      Duration.ofSeconds(Integer.getInteger("placed.load.seconds", 8));
  private static final Duration RETENTION = Duration.ofSeconds(60);

  @TempDir Path temporary;

  /** Limits of running processes: of the first writer, of the second one, and so on in turns. */
  private static final class Limits implements Load.Fault {
    private static final List<String> LIMITS = List.of("fsize", "nofile", "");

    @Override
    public void begin(List<LoadChild> writers) throws IOException, InterruptedException {
      set(writers, Map.of("fsize", "0", "nofile", "3"));
    }

    @Override
    public void end(List<LoadChild> writers) throws IOException, InterruptedException {
      set(writers, Map.of("fsize", "unlimited", "nofile", "1024"));
    }

    private static void set(List<LoadChild> writers, Map<String, String> soft)
        throws IOException, InterruptedException {
      for (int w = 0; w < writers.size(); w++) {
        String limit = LIMITS.get(w % LIMITS.size());
        if (!limit.isEmpty()) {
          writers.get(w).limit(limit, soft.get(limit));
        }
      }
    }
  }

  static Load.Settings settings() {
    return new Load.Settings(WRITERS, READERS, TIME, RETENTION);
  }

  @Test
  void manyProcessesOnALocalTable() throws Exception {
    String path = temporary.resolve("table").toString();
    Load load = new Load(path, settings(), new Limits());
    System.out.println(load.run());
    check(load, path, FileStores.local());
    load.upkeep().forEach(r -> assertEquals(Set.of(), r.messages()));
    // Writers with limits failed meanwhile, or the fault was none.
    assertTrue(!load.appends().failures().isEmpty(), "no append failed");
  }

  /** All rows that were answered are there, and every file that is there is listed. */
  static void check(Load load, String path, FileStores stores) throws IOException {
    assertTrue(load.appends().operations() > 0 && load.reads().operations() > 0, "nothing ran");
    assertArrayEquals(load.commits(), LoadRows.commits(path, load.commits().length, -1));
    DataSet table = DataSet.at(stores, path);
    long later = System.currentTimeMillis() + Duration.ofDays(30).toMillis();
    new Vacuum(table.directory(), new VacuumOptions(Duration.ZERO, 1, false), later).run();
    assertArrayEquals(load.commits(), LoadRows.commits(path, load.commits().length, -1));
    Snapshot now = table.current();
    FileStore store = stores.forPath(path);
    long there =
        store.list(path, true).stream().filter(f -> !f.path().contains("/_placed/")).count();
    assertEquals(now.files().size(), there);
  }
}
