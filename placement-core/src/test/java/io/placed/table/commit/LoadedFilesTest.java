package io.placed.table.commit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.error.NotPlacedFileException;
import io.placed.io.FileInfo;
import io.placed.io.FileStores;
import io.placed.schema.Schema;
import io.placed.table.file.DataFile;
import io.placed.table.rewrite.Rewrite;
import io.placed.table.rewrite.RewriteOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Files that an engine is about to move into a table's directory. */
class LoadedFilesTest extends ForeignFilesContract {
  private String stage(String name, String schema, Object... row) throws IOException {
    return put(dir.resolve("stage/" + name).toString(), schema, row);
  }

  private static LoadedFiles loaded(String... paths) throws IOException {
    List<FileInfo> files = new ArrayList<>();
    for (String path : paths) {
      files.add(FileStores.local().forPath(path).stat(path));
    }
    return new LoadedFiles(FileStores.local(), files);
  }

  private LoadedFiles.Target target() {
    return new LoadedFiles.Target(root.toString(), root.resolve("p=1").toString(), List.of("P"));
  }

  private String refusedLoad(String... paths) {
    return assertThrows(IllegalArgumentException.class, () -> loaded(paths).requireFit(target()))
        .getMessage();
  }

  private void requireRefused(String path, String words) throws IOException {
    String message = refusedLoad(path);
    assertTrue(message.startsWith(path + ": ") && message.contains(words), message);
    assertEquals(
        message,
        assertThrows(IllegalArgumentException.class, () -> loaded(path).requireVisible())
            .getMessage());
    // Without snapshots nobody shows it, either.
    LoadedFiles.Target plain =
        new LoadedFiles.Target(dir.resolve("plain").toString(), null, List.of());
    assertThrows(IllegalArgumentException.class, () -> loaded(path).requireFit(plain));
  }

  @Test
  void whatFits() throws Exception {
    String first = stage("x.placed", "ID: int32, name: string", 2, "b");
    String second = stage("000000_0", "id: int64, p: string", 3L, "of the directory");
    String third = stage("part-0-x.c000", "name: string", "c");
    Files.createFile(dir.resolve("stage/000001_0"));
    Files.createFile(dir.resolve("stage/_SUCCESS"));
    loaded(first, second, third).requireFit(target());
    loaded(dir.resolve("stage").toString()).requireFit(target());
    loaded(first).requireVisible();
  }

  @Test
  void namesThatNobodyLooksForAreRefused() throws Exception {
    String commit = "0123456789abcdef0123456789abcdef-0.placed";
    requireRefused(stage(commit, "id: int64", 1L), "is named like a file of a commit");
    requireRefused(stage("part.dat", "id: int64", 1L), "must end in .placed");
    requireRefused(stage("_x.placed", "id: int64", 1L), "begins with '_' or '.'");
    String below = stage("below/" + commit, "id: int64", 1L);
    assertTrue(refusedLoad(dir.resolve("stage/below").toString()).startsWith(below + ": is named"));
  }

  @Test
  void whatIsNoWholeFileIsRefused() throws Exception {
    Path stage = Files.createDirectories(dir.resolve("stage"));
    Path text = Files.writeString(stage.resolve("000000_0"), "PAR1 and so on");
    requireRefused(text.toString(), "is a Parquet file; only Placed files can be added");
    Path named = Files.writeString(stage.resolve("x.placed"), "hm");
    assertThrows(NotPlacedFileException.class, () -> loaded(named.toString()).requireFit(target()));
    Path wide = dir.resolve("wide");
    write(at(wide.toString(), TABLE).placement("cf"), row(1L, "a", 1));
    Path moved;
    Path sibling;
    try (var files = Files.list(wide)) {
      List<Path> all = files.filter(f -> f.toString().endsWith(".placed")).sorted().toList();
      moved = all.stream().filter(f -> !isHidden(f)).findFirst().orElseThrow();
      sibling = all.stream().filter(f -> isHidden(f)).findFirst().orElseThrow();
    }
    Path main = Files.move(moved, wide.resolve("main.placed"));
    requireRefused(main.toString(), "which would be left behind");
    Path renamed = Files.move(sibling, wide.resolve("sibling.placed"));
    requireRefused(renamed.toString(), "a Placed file with columns of another one");
  }

  private static boolean isHidden(Path file) {
    return file.getFileName().toString().startsWith("_");
  }

  /** As in {@link FileAddition}; but it hides columns that the table does not have. */
  @Test
  void columnsThatTheTableCannotReadAreRefused() throws Exception {
    write(
        at(
                root.toString(),
                Schema.parse("id: int64, name: string, p: int32, S: struct<Foo: int32>"))
            .partitionBy("p")
            .mergeSchema(),
        row(2L, "b", 1, List.of(7)));
    String wrong = stage("wrong.placed", "id: string", "1");
    assertTrue(
        refusedLoad(wrong)
            .equals(
                wrong
                    + ": column id is string in the file, which cannot be read as int64 of the"
                    + " table"),
        refusedLoad(wrong));
    String more = stage("more.placed", "id: int64, extra: int32", 1L, 2);
    assertTrue(refusedLoad(more).contains(root + " has no column extra"), refusedLoad(more));
    String field = stage("field.placed", "s: struct<foo: int32, bar: int32>", List.of(1, 2));
    assertTrue(refusedLoad(field).contains("has no field S.bar"), refusedLoad(field));
    String deep = stage("deep.placed", "s: struct<foo: string>", List.of("x"));
    assertTrue(refusedLoad(deep).contains("column S.foo is string"), refusedLoad(deep));
    loaded(stage("fits.placed", "s: struct<foo: int16>", List.of((short) 3))).requireFit(target());
    // A table without partitions in the catalog reads the column from the file.
    String text = stage("text.placed", "id: int64, p: string", 1L, "x");
    loaded(text).requireFit(target());
    LoadedFiles.Target flat = new LoadedFiles.Target(root.toString(), root.toString(), List.of());
    assertThrows(IllegalArgumentException.class, () -> loaded(text).requireFit(flat));
    loaded(wrong, more, field, deep).requireVisible();
  }

  /** Its path, length and id are those of a file that is not to be shown again. */
  @Test
  void aFileThatWasReplacedIsRefused() throws Exception {
    table.alter(List.of(), ON);
    String file = stage("again.placed", "id: int64", 2L);
    Path there = root.resolve("p=1/again.placed");
    Files.copy(Path.of(file), there);
    Rewrite.prepare(FileStores.local(), root.toString(), RewriteOptions.of(Map.of())).run(f -> {});
    assertTrue(table.current().files().stream().noneMatch(DataFile::foreign));
    loaded(file).requireFit(target()); // Engines give it another name.
    Files.delete(there);
    assertTrue(refusedLoad(file).contains("was in the table and was replaced"), refusedLoad(file));
    loaded(file)
        .requireFit(
            new LoadedFiles.Target(root.toString(), root.resolve("p=2").toString(), List.of("p")));
  }
}
