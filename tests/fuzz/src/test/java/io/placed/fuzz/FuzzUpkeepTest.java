package io.placed.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.placed.advise.QueriedTable;
import io.placed.advise.check.AdviceMemory;
import io.placed.io.FileInfo;
import io.placed.io.MemoryStore;
import io.placed.table.DataSet;
import io.placed.table.file.CheckedLine;
import io.placed.table.rewrite.Rewrite;
import io.placed.table.snapshot.Snapshot;
import io.placed.table.vacuum.VacuumOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a log has beside its snapshots: the hint, claims, journals of rewrites, copies that tags
 * keep, advice with its checks; and the history of scans. Input: which one (1 byte), then its line
 * of text. The checksum is made to fit.
 */
class FuzzUpkeepTest {
  private static final String CLAIMS = "_placed/claims/";

  /** A table with all of these files, and an unfinished rewrite. */
  private static final Map<String, byte[]> TABLE = LogFiles.of(UpkeepSeeds.DIRECTORY);

  private static final long LATEST =
      TABLE.keySet().stream()
          .filter(p -> p.matches("_placed/[0-9]{20}\\.json"))
          .mapToLong(p -> Long.parseLong(p.replaceAll("[^0-9]", "")))
          .max()
          .orElseThrow();

  /** In this order the first byte names them, from 'a' on. */
  enum Kind {
    HINT("_placed/newest\\.json") {
      @Override
      void use(MemoryStore store, DataSet table) throws IOException {
        // Whatever it says: it is only where the search begins.
        assertEquals(LATEST, table.newestId());
        assertEquals(LATEST, table.current().id());
      }
    },
    CLAIM(CLAIMS + ".*") {
      @Override
      void use(MemoryStore store, DataSet table) throws IOException {
        table.vacuum(new VacuumOptions(Duration.ZERO, 1, false));
        rewrite(store, table);
      }
    },
    JOURNAL("_placed/rewrites/.*/rewrite\\.json") {
      @Override
      void use(MemoryStore store, DataSet table) throws IOException {
        rewrite(store, table);
      }
    },
    REWRITTEN("_placed/rewrites/.*/[0-9].*\\.json") {
      @Override
      void use(MemoryStore store, DataSet table) throws IOException {
        rewrite(store, table);
      }
    },
    TAGGED("_placed/tagged/.*") {
      @Override
      void use(MemoryStore store, DataSet table) throws IOException {
        LogFiles.plan(table, table.snapshot(UpkeepSeeds.TAG));
      }
    },
    ADVICE("_placed/advice/[0-9a-f-]*\\.json") {
      @Override
      void use(MemoryStore store, DataSet table) throws IOException {
        check(store);
      }
    },
    CHECK("_placed/advice/.*\\.check\\.json") {
      @Override
      void use(MemoryStore store, DataSet table) throws IOException {
        AdviceMemory.of(table).calibration();
      }
    },
    SCANS("_history/.*") {
      @Override
      void use(MemoryStore store, DataSet table) throws IOException {
        check(store);
      }
    };

    private final String path;

    Kind(String pattern) {
      path = TABLE.keySet().stream().filter(p -> p.matches(pattern)).findFirst().orElseThrow();
    }

    abstract void use(MemoryStore store, DataSet table) throws IOException;

    byte[] content(String text) {
      return this == SCANS ? text.getBytes(StandardCharsets.UTF_8) : CheckedLine.of(text);
    }

    /** As in the table, without its checksum. */
    String text() {
      byte[] bytes = TABLE.get(path);
      return this == SCANS ? new String(bytes, StandardCharsets.UTF_8) : CheckedLine.read(bytes);
    }
  }

  @FuzzTest(maxDuration = "")
  void upkeep(byte[] data) throws IOException {
    if (data.length == 0) {
      return;
    }
    Kind kind = Kind.values()[Math.floorMod(data[0] - 'a', Kind.values().length)];
    String text = new String(data, 1, data.length - 1, StandardCharsets.UTF_8);
    Map<String, byte[]> files = new TreeMap<>(TABLE);
    if (kind != Kind.CLAIM) {
      files.keySet().removeIf(p -> p.startsWith(CLAIMS)); // It would end the rewrite.
    }
    files.put(kind.path, kind.content(kind == Kind.SCANS ? text : text.replace('\n', ' ')));
    MemoryStore store = LogFiles.store(files);
    DataSet table = DataSet.at(p -> store, LogFiles.ROOT);
    Documented.runs(() -> kind.use(store, table));
    // Nothing of this is needed by readers of the table.
    Documented.runs(() -> LogFiles.plan(table, table.current()));
    assertEquals(UpkeepSeeds.ROWS, table.current().rows());
    for (FileInfo file : store.list("/", true)) {
      assertTrue(file.path().startsWith(LogFiles.ROOT + "/"), "written: " + file.path());
    }
  }

  /** Goes on with the rewrite, or makes it anew. */
  private static void rewrite(MemoryStore store, DataSet table) throws IOException {
    Rewrite.prepare(p -> store, LogFiles.ROOT, UpkeepSeeds.REWRITE).run(done -> {});
    Snapshot after = table.current();
    assertEquals(LATEST + 1, after.id());
    LogFiles.plan(table, after);
  }

  private static void check(MemoryStore store) throws IOException {
    // Says in words what is missing.
    String history = LogFiles.ROOT + UpkeepSeeds.HISTORY;
    try {
      QueriedTable.check(p -> store, history, LogFiles.ROOT);
    } catch (NumberFormatException e) {
      throw new AssertionError("not in words: " + e, e);
    } catch (IllegalArgumentException e) {
      if (e.getMessage() == null) {
        throw new AssertionError("not in words: " + e, e);
      }
    }
  }
}
