package io.placed.fuzz;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.placed.io.MemoryStore;
import io.placed.table.DataSet;
import io.placed.table.file.CheckedLine;
import io.placed.table.snapshot.Snapshot;
import io.placed.table.snapshot.SnapshotJson;
import io.placed.table.snapshot.SnapshotLog;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The JSON of a snapshot, with the name and the checksum that fit. Files outside of the table are
 * never named, and what is read can be written.
 */
class FuzzSnapshotTest {
  private static final Pattern ID = Pattern.compile("\"id\":\\s*([0-9]{1,18})");

  @FuzzTest(maxDuration = "")
  void snapshot(byte[] data) throws IOException {
    String text = new String(data, StandardCharsets.UTF_8).replace('\n', ' ');
    Matcher m = ID.matcher(text);
    long id = m.find() ? Math.max(1, Long.parseLong(m.group(1))) : 1;
    String name = path(id);
    MemoryStore store = LogFiles.store(LogFiles.with(name, CheckedLine.of(text)));
    DataSet table = DataSet.at(path -> store, LogFiles.ROOT);
    Documented.runs(
        () -> {
          Snapshot snapshot = table.snapshot(id);
          placement(snapshot);
          LogFiles.plan(table, snapshot);
        });
    Documented.runs(
        () -> {
          byte[] written = SnapshotJson.toBytes(new SnapshotLog(store, LogFiles.ROOT).read(id));
          MemoryStore other = LogFiles.store(LogFiles.with(name, written));
          assertArrayEquals(
              written, SnapshotJson.toBytes(new SnapshotLog(other, LogFiles.ROOT).read(id)), text);
        });
  }

  private static void placement(Snapshot snapshot) {
    try {
      snapshot.placement();
    } catch (IllegalArgumentException e) {
      // Documented: it may be one of a newer library, and rows can be read without it.
    }
  }

  static String path(long id) {
    return String.format(Locale.ROOT, "_placed/%020d.json", id);
  }
}
