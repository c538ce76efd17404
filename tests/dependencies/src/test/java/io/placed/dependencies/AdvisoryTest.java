package io.placed.dependencies;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AdvisoryTest {

  private static final String NETTY = "io.netty:netty-codec-http";

  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({
    "4.1.134.Final, true",
    "4.1.135.Final, false",
    "4.1.135, false",
    "4.2.0.Alpha1, false",
    "4.2.0.Final, true",
    "4.2.9.Final, true",
    "4.2.14.Final, true",
    "4.2.15.Final, false",
    "4.2.100.Final, false",
  })
  void versionsAreInTheOrderOfMaven(String version, boolean affected) throws IOException {
    write(
        "GHSA-1",
        """
        "aliases": ["PYSEC-1", "CVE-2026-50020"],
        "affected": [{
          "package": {"ecosystem": "Maven", "name": "io.netty:netty-codec-http"},
          "ranges": [
            {"type": "ECOSYSTEM", "events": [{"introduced": "4.2.0.Final"}, {"last_affected": "4.2.14.Final"}]},
            {"type": "ECOSYSTEM", "events": [{"introduced": "0"}, {"fixed": "4.1.135.Final"}]}]
        }]\
        """);
    assertEquals(
        affected ? List.of("CVE-2026-50020") : List.of(),
        found(Library.maven(NETTY, version, "with spark-sql")));
  }

  @Test
  void rangesMayHaveSeveralEventsAndVersionsMayBeListed() throws IOException {
    write(
        "GHSA-2",
        """
        "affected": [{
          "package": {"ecosystem": "PyPI", "name": "NumPy"},
          "ranges": [{"type": "ECOSYSTEM",
                      "events": [{"fixed": "2.1"}, {"introduced": "2.0"}, {"introduced": "0"}, {"fixed": "1.20"}]},
                     {"type": "GIT", "events": [{"introduced": "0"}]}],
          "versions": ["1.24"]
        }]\
        """);
    for (Map.Entry<String, Boolean> version :
        Map.of(
                "1.9", true, "1.20", false, "1.24", true, "1.25", false, "2.0.3", true, "2.1.0",
                false)
            .entrySet()) {
      assertEquals(
          version.getValue() ? List.of("GHSA-2") : List.of(),
          found(new Library("PyPI", "numpy", version.getKey(), "")),
          version.getKey());
    }
    assertEquals(List.of(), found(Library.maven("numpy", "1.24", "")));
  }

  @Test
  void withdrawnAdvisoriesDoNotCount() throws IOException {
    String all =
        """
        "affected": [{"package": {"ecosystem": "Maven", "name": "io.netty:netty-codec-http"},
                      "ranges": [{"type": "ECOSYSTEM", "events": [{"introduced": "0"}]}]}]\
        """;
    write("GHSA-3", "\"withdrawn\": \"2026-01-02T00:00:00Z\", " + all);
    write("GHSA-4", all);
    assertEquals(List.of("GHSA-4"), found(Library.maven(NETTY, "4.2.20.Final", "")));
  }

  @Test
  void zipFilesAreRead() throws IOException {
    write("GHSA-5", "\"affected\": []");
    Path zip = folder.resolve("all.zip");
    try (FileSystem archive =
        FileSystems.newFileSystem(URI.create("jar:" + zip.toUri()), Map.of("create", "true"))) {
      Files.move(folder.resolve("GHSA-5.json"), archive.getPath("GHSA-5.json"));
    }
    AdvisoryDatabase database = AdvisoryDatabase.read(List.of(zip));
    assertEquals(1, database.size());
    assertEquals("2026-11-27", database.newest());
  }

  @Test
  void nothingToReadIsAnError() {
    assertThrows(IOException.class, () -> AdvisoryDatabase.read(List.of(folder)));
  }

  private void write(String id, String fields) throws IOException {
    Files.writeString(
        folder.resolve(id + ".json"),
        "{\"id\": \"" + id + "\", \"modified\": \"2026-11-27T08:00:00Z\", " + fields + "}");
  }

  private List<String> found(Library library) throws IOException {
    return AdvisoryDatabase.read(List.of(folder))
        .findings(new TreeSet<>(List.of(library)))
        .get(library)
        .stream()
        .map(Advisory::id)
        .toList();
  }
}
