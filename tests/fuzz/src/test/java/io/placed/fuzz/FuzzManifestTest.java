package io.placed.fuzz;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.placed.io.MemoryStore;
import io.placed.scan.RebuiltFile;
import io.placed.table.DataSet;
import io.placed.table.file.CheckedLine;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * A manifest with {@link Edits}, and a snapshot that says its new length. Input: the number of a
 * manifest, then the edits.
 */
class FuzzManifestTest {
  /** The latest snapshot of the table, which lists all manifests. */
  static final String LATEST =
      LogFiles.all().keySet().stream()
          .filter(p -> p.matches("_placed/[0-9]{20}\\.json"))
          .max(Comparator.naturalOrder())
          .orElseThrow();

  static final List<String> MANIFESTS =
      LogFiles.all().keySet().stream()
          .filter(p -> p.startsWith("_placed/manifests/"))
          .filter(p -> snapshot().contains(p.substring("_placed/".length())))
          .toList();

  private static final List<RebuiltFile> FILES =
      MANIFESTS.stream().map(FuzzManifestTest::manifest).toList();

  private static String snapshot() {
    return CheckedLine.read(LogFiles.all().get(LATEST));
  }

  static RebuiltFile manifest(String path) {
    try {
      return new RebuiltFile(LogFiles.all().get(path));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @FuzzTest(maxDuration = "")
  void manifest(byte[] data) throws IOException {
    if (data.length == 0) {
      return;
    }
    int number = (data[0] & 0xFF) % FILES.size();
    byte[] manifest = FILES.get(number).write(new Edits(data, 1));
    String path = MANIFESTS.get(number);
    String inLog = path.substring("_placed/".length());
    String snapshot =
        snapshot()
            .replaceFirst(
                "(\"path\":\"" + Pattern.quote(inLog) + "\",\"length\":)[0-9]+",
                "$1" + manifest.length);
    MemoryStore store = LogFiles.store(Map.of(path, manifest, LATEST, CheckedLine.of(snapshot)));
    DataSet table = DataSet.at(p -> store, LogFiles.ROOT);
    Documented.runs(() -> LogFiles.plan(table, table.current()));
  }
}
