package io.placed.table.commit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.Placed;
import io.placed.TableScan;
import io.placed.io.FileStores;
import io.placed.predicate.Predicate;
import io.placed.table.DataSet;
import io.placed.table.file.CheckedLine;
import io.placed.table.file.ExcludedFile;
import io.placed.table.rewrite.Rewrite;
import io.placed.table.rewrite.RewriteOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A table is copied, or brought back from a backup, and its files get the time of the copy. */
class CopiedTableTest extends ForeignFilesContract {
  private void copy(boolean times) throws IOException {
    Path to = dir.resolve("copy-" + System.nanoTime());
    copy(root, to, times);
    root = to;
    table = DataSet.at(FileStores.local(), to.toString());
  }

  private static void copy(Path from, Path to, boolean times) throws IOException {
    FileTime later = FileTime.from(Instant.now().plus(Duration.ofHours(1)));
    try (Stream<Path> all = Files.walk(from)) {
      for (Path p : all.toList()) {
        Path target = to.resolve(from.relativize(p).toString());
        if (Files.isDirectory(p)) {
          Files.createDirectories(target);
        } else if (times) {
          Files.copy(p, target, StandardCopyOption.COPY_ATTRIBUTES);
        } else {
          Files.copy(p, target);
          Files.setLastModifiedTime(target, later);
        }
      }
    }
  }

  /** Gives a file a time that is surely before, or after, that of any snapshot so far. */
  private void move(String file, Duration by) throws IOException {
    Files.setLastModifiedTime(root.resolve(file), FileTime.from(Instant.now().plus(by)));
  }

  private void rewrite() throws IOException {
    Rewrite.prepare(
            FileStores.local(), root.toString(), RewriteOptions.of(Map.of("placement", "orc")))
        .run(done -> {});
  }

  /** With rows that are there twice. */
  private List<String> all() throws IOException {
    List<String> rows = new ArrayList<>();
    try (TableScan scan = Placed.read(root.toString()).open()) {
      scan.rows().map(Arrays::toString).sorted().forEach(rows::add);
    }
    return rows;
  }

  @Test
  void rewrittenFilesStayReplaced() throws Exception {
    table.alter(List.of(), ON);
    put("p=2/b.placed", "id: int64, name: string", 2L, "b");
    rewrite();
    copy(false);
    assertEquals(List.of("[1, a, 1]", "[2, b, 2]"), all());
    // Whatever is committed then.
    write(at(root.toString(), TABLE).partitionBy("p"), row(3L, "c", 2));
    rewrite();
    vacuum(9);
    vacuum(1);
    assertEquals(List.of("[1, a, 1]", "[2, b, 2]", "[3, c, 2]"), all());
    copy(false);
    assertEquals(List.of("[1, a, 1]", "[2, b, 2]", "[3, c, 2]"), all());
    String message = refused(root.resolve("p=2/b.placed").toString());
    assertTrue(message.contains("was replaced or deleted"), message);
    // Another file in its place has another id.
    Files.delete(root.resolve("p=2/b.placed"));
    put("p=2/b.placed", "id: int64, name: string", 4L, "d");
    assertEquals(List.of("[1, a, 1]", "[2, b, 2]", "[3, c, 2]", "[4, d, 2]"), all());
    vacuum(1);
    assertEquals(List.of("[1, a, 1]", "[2, b, 2]", "[3, c, 2]", "[4, d, 2]"), all());
  }

  @Test
  void deletedRowsStayDeleted() throws Exception {
    table.alter(List.of(), ON);
    put("p=2/b.placed", "id: int64, name: string", 2L, "b");
    put("p=2/c.placed", "id: int64, name: string", 3L, "c");
    table.deleteRows(Predicate.eq("id", 2L));
    copy(false);
    assertEquals(List.of("[1, a, 1]", "[3, c, 2]"), all());
    assertEquals(2, table.current().rows());
  }

  /** An overwrite does not look into the files that it replaces. */
  @Test
  void overwrittenFilesStayReplaced() throws Exception {
    table.alter(List.of(), ON);
    String whole = put("p=2/b.placed", "id: int64, name: string", 2L, "b");
    Files.writeString(Path.of(whole).resolveSibling("damaged.placed"), "not a file of Placed");
    write(at(root.toString(), TABLE).partitionBy("p").overwrite(), row(5L, "e", 1));
    assertEquals(3, table.history(1).get(0).filesRemoved());
    Files.delete(root.resolve("p=2/damaged.placed"));
    copy(false);
    assertEquals(List.of("[5, e, 1]"), all());
    write(at(root.toString(), TABLE).partitionBy("p").overwrite(), row(6L, "f", 1));
    assertEquals(1, table.history(1).get(0).filesRemoved());
    copy(false);
    assertEquals(List.of("[6, f, 1]"), all());
  }

  /** Nobody sees the files until the property is switched on. */
  @Test
  void addedFilesThatWereRemovedStayRemoved() throws Exception {
    add(put("p=2/b.placed", "id: int64, name: string", 2L, "b"));
    rewrite();
    copy(false);
    vacuum(1);
    table.alter(List.of(), ON);
    assertEquals(List.of("[1, a, 1]", "[2, b, 2]"), all());
  }

  @Test
  void tablesBelowADirectory() throws Exception {
    table.alter(List.of(), ON);
    put("p=2/b.placed", "id: int64, name: string", 2L, "b");
    rewrite();
    Path above = dir.resolve("above");
    copy(root, Files.createDirectories(above).resolve("k=1"), false);
    try (TableScan scan = Placed.read(above.toString()).open()) {
      assertEquals(2, scan.rows().count());
    }
  }

  /** By the times of the copy all foreign files came after the snapshot. */
  @Test
  void aRollbackDoesNotHideFilesOfACopy() throws Exception {
    table.alter(List.of(), ON);
    put("p=2/b.placed", "id: int64, name: string", 2L, "b");
    move("p=2/b.placed", Duration.ofSeconds(-1));
    write(at(root.toString(), TABLE).partitionBy("p"), row(3L, "c", 2));
    Path original = root;
    copy(false);
    long before = table.newestId();
    IOException e = assertThrows(IOException.class, () -> table.rollback(2));
    assertTrue(e.getMessage().contains("p=2/b.placed"), e.getMessage());
    assertTrue(e.getMessage().contains("cp -p, distcp -pt"), e.getMessage());
    assertEquals(before, table.newestId());
    root = original;
    copy(true);
    assertEquals("[[1, a, 1], [2, b, 2]]", rows(null, 2));
    table.rollback(2);
    assertEquals(List.of("[1, a, 1]", "[2, b, 2]"), all());
    // Files that a rollback has hidden stay hidden, too.
    put("p=2/d.placed", "id: int64, name: string", 4L, "d");
    move("p=2/d.placed", Duration.ofSeconds(1));
    table.alter(List.of(), Map.of("owner", "somebody"));
    table.rollback(2);
    copy(false);
    assertEquals(List.of("[1, a, 1]", "[2, b, 2]"), all());
  }

  /** Releases that do not know the ids read and write the same log. */
  @Test
  void idsAreWhereOlderReleasesIgnoreThem() throws Exception {
    table.alter(List.of(), ON);
    put("p=2/b.placed", "id: int64, name: string", 2L, "b");
    rewrite();
    ExcludedFile excluded = table.directory().log().newest().excluded().iterator().next();
    Path newest =
        root.resolve("_placed").resolve(String.format(Locale.ROOT, "%020d.json", table.newestId()));
    String line = Files.readString(newest).lines().findFirst().orElseThrow();
    String entry =
        "\"excluded\":[{\"path\":\"p=2/b.placed\",\"length\":"
            + excluded.length()
            + ",\"modified\":"
            + excluded.modifiedMillis()
            + "}]";
    assertTrue(line.contains(entry), line);
    String note =
        "\"placed.excluded:"
            + excluded.fileId()
            + ":p=2/b.placed\":\""
            + excluded.length()
            + ","
            + excluded.modifiedMillis()
            + "\"";
    assertTrue(line.contains(note), line);
    assertEquals(ON, table.current().properties());
    // A log that such a release wrote.
    String without = line.replace("," + note, "");
    assertFalse(without.equals(line), line);
    Files.write(newest, CheckedLine.of(without));
    assertEquals(List.of("[1, a, 1]", "[2, b, 2]"), all());
    // A property of an exclusion that is gone.
    String none = line.replace(entry, "\"excluded\":[]");
    Files.write(newest, CheckedLine.of(none));
    table = DataSet.at(FileStores.local(), root.toString());
    assertEquals(3, table.current().rows());
    table.alter(List.of(), Map.of("owner", "somebody"));
    String after =
        Files.readString(
            newest.resolveSibling(String.format(Locale.ROOT, "%020d.json", table.newestId())),
            StandardCharsets.UTF_8);
    assertFalse(after.contains("placed.excluded:"), after);
  }
}
