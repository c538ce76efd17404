package io.placed.fuzz;

import com.code_intelligence.jazzer.junit.FuzzTest;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.placed.io.MemoryStore;
import io.placed.scan.RebuiltFile;
import io.placed.table.DataSet;
import io.placed.table.file.CheckedLine;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * A manifest with {@link Edits}, and a snapshot that says its new length. Input: the number of a
 * manifest, then the edits.
 *
 * <p>The snapshot lists no other manifest. Several are read by several threads, which costs much
 * more than what is tested here.
 */
class FuzzManifestTest {
  /** The latest snapshot of the table, which lists all manifests. */
  private static final String LATEST =
      LogFiles.all().keySet().stream()
          .filter(p -> p.matches("_placed/[0-9]{20}\\.json"))
          .max(Comparator.naturalOrder())
          .orElseThrow();

  private static final long LATEST_ID = Long.parseLong(LATEST.replaceAll("[^0-9]", ""));

  /** As listed by the snapshot. */
  private static final List<JsonObject> LISTED =
      snapshot().getAsJsonArray("manifests").asList().stream()
          .map(JsonElement::getAsJsonObject)
          .toList();

  static final List<String> MANIFESTS =
      LISTED.stream().map(m -> "_placed/" + m.get("path").getAsString()).toList();

  private static final List<RebuiltFile> FILES =
      MANIFESTS.stream().map(FuzzManifestTest::manifest).toList();

  /** The text of a snapshot with one manifest, whose length is cut out. */
  private static final List<String[]> SNAPSHOTS =
      LISTED.stream().map(FuzzManifestTest::snapshotWith).toList();

  private static JsonObject snapshot() {
    return JsonParser.parseString(CheckedLine.read(LogFiles.all().get(LATEST))).getAsJsonObject();
  }

  private static String[] snapshotWith(JsonObject manifest) {
    JsonObject one = manifest.deepCopy();
    one.addProperty("length", "cut here");
    JsonArray manifests = new JsonArray();
    manifests.add(one);
    JsonObject snapshot = snapshot();
    snapshot.add("manifests", manifests);
    return snapshot.toString().split("\"cut here\"");
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
    String snapshot = String.join(String.valueOf(manifest.length), SNAPSHOTS.get(number));
    MemoryStore store =
        LogFiles.store(Map.of(MANIFESTS.get(number), manifest, LATEST, CheckedLine.of(snapshot)));
    DataSet table = DataSet.at(p -> store, LogFiles.ROOT);
    Documented.runs(() -> LogFiles.plan(table, table.snapshot(LATEST_ID)));
  }
}
