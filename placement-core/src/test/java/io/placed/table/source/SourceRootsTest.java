package io.placed.table.source;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.Placed;
import io.placed.TableWriter;
import io.placed.error.NotPlacedFileException;
import io.placed.io.Fault;
import io.placed.io.FaultStore;
import io.placed.io.FileStore;
import io.placed.io.FileStores;
import io.placed.io.PathNames;
import io.placed.predicate.Predicate;
import io.placed.schema.Schema;
import io.placed.schema.Type;
import io.placed.table.DataSet;
import io.placed.table.DataSetContract;
import io.placed.table.commit.Commit;
import io.placed.table.evolution.ColumnChange;
import io.placed.table.file.DataFile;
import io.placed.table.partition.PartitionSpec;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class SourceRootsTest extends DataSetContract {
  private static final Map<String, String> FIRST = Map.of("day", "2020-01-01");
  private static final Map<String, String> FIFTH = Map.of("day", "2020-01-05");

  @Test
  void aPartitionOfAFirstWriteThatHasNotCommittedHasNoRows() throws Exception {
    Commit commit = begin(BY_DAY, "day");
    write(commit, "a", 5, BY_DAY, FIRST);
    SourceRoots roots = new SourceRoots(FileStores.local());
    assertThrows(FileNotFoundException.class, () -> roots.open(root + "/day=2020-01-01"));
    assertThrows(FileNotFoundException.class, () -> roots.open(root));
    assertThrows(FileNotFoundException.class, () -> open(root + "/day=2020-01-01").current());
  }

  @Test
  void aPartitionShowsWhatTheSnapshotListsThere() throws Exception {
    Commit commit = begin(BY_DAY, "day");
    commit.append(
        List.of(
            write(commit, "a", 5, BY_DAY, FIRST),
            write(commit, "b", 6, BY_DAY, Map.of("day", "2020-01-02"))));
    write(begin(BY_DAY, "day"), "c", 7, BY_DAY, FIRST);
    SourceRoot inside = new SourceRoots(FileStores.local()).open(root + "/day=2020-01-01");
    assertEquals(List.of(5L), inside.files().stream().map(f -> f.file().rows()).toList());
    assertEquals(List.of(), inside.partitionColumns());
    assertEquals(List.of("id"), inside.schema().fields().stream().map(f -> f.name()).toList());
  }

  @Test
  void aPartitionIsInDirectoriesOfEverySpellingOfItsColumns() throws Exception {
    Schema schema = Schema.parse("id: int64, Kind: string");
    Commit commit = begin(schema, "Kind");
    commit.append(
        List.of(
            write(commit, "a", 5, schema, Map.of("Kind", "A")),
            write(commit, "b", 6, schema, Map.of("Kind", "a"))));
    showForeignFiles();
    Path lower = Files.createDirectories(Path.of(root, "kind=A"));
    Path upper = Path.of(root, "Kind=A");
    Path loose = temporary.resolve("loose.placed");
    try (TableWriter out = Placed.write(loose.toString(), Schema.parse("id: int64")).open()) {
      out.write(1L);
      out.commit();
    }
    Files.move(loose, lower.resolve("000000_0"));
    SourceRoots roots = new SourceRoots(FileStores.local());
    for (Path path : List.of(lower, upper)) {
      SourceRoot all = roots.openPartition(path.toString());
      assertEquals(List.of(5L, 1L), all.files().stream().map(f -> f.file().rows()).toList());
      assertEquals(1, roots.open(path.toString()).files().size());
    }
    assertEquals(1, roots.openPartition(root + "/Kind=a").files().size());
    String kept = commit.relative(begin(schema, "Kind").dataFilePath(Map.of("Kind", "A"), "c"));
    assertEquals("kind=A", PathNames.parent(kept));
    String usual = commit.relative(begin(schema, "Kind").dataFilePath(Map.of("Kind", "a"), "c"));
    assertEquals("Kind=a", PathNames.parent(usual));
  }

  /** By day; the log has so many files that it lists them in manifests. */
  private void manyFiles(int days) throws IOException {
    Commit commit = begin(BY_DAY, "day");
    List<DataFile> files = new ArrayList<>();
    for (int i = 0; i < 70; i++) {
      String day = String.format(Locale.ROOT, "2020-01-%02d", 1 + i % days);
      files.add(write(commit, "t-" + i, 1 + i, BY_DAY, Map.of("day", day)));
    }
    commit.append(files);
  }

  /** The plan of a query that failed is run again. */
  @Test
  void filesOfADirectoryAreThereAfterAReadOfTheLogHasFailed() throws Exception {
    manyFiles(10);
    AtomicBoolean fails = new AtomicBoolean();
    FaultStore.Faults faults =
        o ->
            fails.get() && o.path().contains("/_placed/manifests/")
                ? Fault.before(new IOException("down"))
                : Fault.NONE;
    FileStore unsteady = new FaultStore(store, faults);
    SourceRoot inside = new SourceRoots(p -> unsteady).open(root + "/day=2020-01-01");
    fails.set(true);
    assertThrows(UncheckedIOException.class, inside::files);
    fails.set(false);
    assertEquals(7, inside.files().size());
  }

  private TableSource days(int days) throws IOException {
    List<String> paths = new ArrayList<>();
    for (int i = 1; i <= days; i++) {
      paths.add(root + String.format(Locale.ROOT, "/day=2020-01-%02d", i));
    }
    return TableSource.open(FileStores.local(), SourceRequest.of(paths));
  }

  /** The log is not read again for each of many partitions that somebody names. */
  @Test
  void conditionsOnManyPartitionsReadTheLogOnce() throws Exception {
    manyFiles(20);
    List<Predicate> none = List.of(Predicate.parse("id < 0"));
    TableSource few = days(2);
    assertEquals(0, few.candidates(none, true).size());
    assertEquals(8, few.files().size());
    TableSource many = days(20);
    assertSame(many.candidates(none, true), many.files());
    assertEquals(70, many.files().size());
  }

  /** Whoever lists a directory finds files that were replaced, too. */
  @Test
  void aFileThatTheTableDoesNotShowIsNoPartOfIt() throws Exception {
    Commit commit = begin(BY_DAY, "day");
    commit.append(List.of(write(commit, "a", 5, BY_DAY, FIRST)));
    String shown = open(root).current().files().get(0).path();
    Commit other = begin(BY_DAY, "day");
    String hidden = write(other, "b", 7, BY_DAY, FIRST).path();
    SourceRoots roots = new SourceRoots(FileStores.local());
    assertEquals(1, roots.openPartition(root + "/" + shown).files().size());
    String message =
        assertThrows(IOException.class, () -> roots.openPartition(root + "/" + hidden))
            .getMessage();
    assertTrue(message.startsWith(root + "/" + hidden + ": is in the directory of"), message);
    // Who names it for another reason than a listing wants that file, which is only a stub here.
    assertThrows(NotPlacedFileException.class, () -> roots.open(root + "/" + hidden));
  }

  private static List<String> columns(SourceRoot root) {
    return root.schema().fields().stream().map(f -> f.name()).toList();
  }

  /** A directory is that of the column that its files have the value of, whatever it is called. */
  @Test
  void directoriesOfAFormerPartitioningAndOfRenamedColumns() throws Exception {
    Commit commit = begin(BY_DAY, "day");
    commit.append(List.of(write(commit, "a", 5, BY_DAY, FIRST)));
    DataSet table = open(root);
    table.alter(
        List.of(new ColumnChange.Add(List.of("q"), Type.INT32, ColumnChange.LAST)), Map.of());
    Schema schema = table.current().schema();
    table.alter(PartitionSpec.ofColumns(List.of("q", "day")));
    Commit deeper = begin(schema, "q", "day");
    Map<String, String> values = new TreeMap<>(Map.of("q", "2", "day", "2020-01-05"));
    deeper.append(List.of(write(deeper, "b", 6, schema, values)));
    String written = deeper.relative(deeper.dataFilePath(values, "c"));
    assertEquals("q=2/day=2020-01-05", PathNames.parent(written));

    SourceRoots roots = new SourceRoots(FileStores.local());
    SourceRoot former = roots.open(root + "/day=2020-01-01");
    assertEquals(List.of("id", "q"), columns(former));
    assertEquals(List.of("q"), former.partitionColumns());
    assertEquals(List.of("id", "day"), columns(roots.open(root + "/q=2")));
    assertEquals(List.of("id"), columns(roots.open(root + "/q=2/day=2020-01-05")));

    table.alter(PartitionSpec.ofColumns(List.of("q")));
    table.alter(
        List.of(
            new ColumnChange.Rename("day", "was"),
            new ColumnChange.Add(List.of("day"), Type.INT32, ColumnChange.LAST)),
        Map.of());
    SourceRoots renamed = new SourceRoots(FileStores.local());
    assertEquals(List.of("id", "q", "day"), columns(renamed.open(root + "/day=2020-01-01")));
    assertEquals(List.of("id", "was", "day"), columns(renamed.open(root + "/q=2")));
    assertEquals(List.of("id", "day"), columns(renamed.open(root + "/q=2/day=2020-01-05")));
  }

  @Test
  void rowsAtAPlaceOfSeveralPartitionsAreInEachOfThem() throws Exception {
    Commit commit = begin(BY_DAY, "day");
    commit.append(List.of(write(commit, "a", 5, BY_DAY, FIRST)));
    String elsewhere = temporary.resolve("elsewhere").toString();
    Commit other = DataSet.at(FileStores.local(), elsewhere).begin(SCHEMA, List.of(), null);
    other.append(List.of(write(other, "b", 6, SCHEMA)));
    ListedPartitions listed =
        new ListedPartitions(
            root,
            List.of("day"),
            List.of(
                new ListedPartitions.One(root + "/day=2020-01-01", FIRST, true),
                new ListedPartitions.One(root + "/day=2020-01-01", FIFTH, false),
                new ListedPartitions.One(elsewhere, FIRST, false),
                new ListedPartitions.One(elsewhere, FIFTH, false)));
    TableSource source = listed(listed);
    assertEquals(
        List.of("5 2020-01-01", "5 2020-01-05", "6 2020-01-01", "6 2020-01-05"),
        source.files().stream()
            .map(f -> f.file().rows() + " " + f.partition().get("day"))
            .sorted()
            .toList());
  }

  /** The log may have partition columns that the metastore does not have. */
  @Test
  void columnsThatOnlyTheLogHasAsPartitionsKeepTheirValues() throws Exception {
    Commit commit = begin(BY_DAY, "day");
    commit.append(List.of(write(commit, "a", 5, BY_DAY, FIRST)));
    DataSet table = open(root);
    table.alter(
        List.of(new ColumnChange.Add(List.of("q"), Type.INT32, ColumnChange.LAST)), Map.of());
    Schema schema = table.current().schema();
    table.alter(PartitionSpec.ofColumns(List.of("day", "q")));
    Commit deeper = begin(schema, "day", "q");
    Map<String, String> values = Map.of("day", "2020-01-05", "q", "2");
    deeper.append(List.of(write(deeper, "b", 6, schema, values)));
    ListedPartitions listed =
        new ListedPartitions(
            root,
            List.of("Day"),
            List.of(
                new ListedPartitions.One(
                    root + "/day=2020-01-01", Map.of("Day", "2020-01-01"), true),
                new ListedPartitions.One(
                    root + "/day=2020-01-05", Map.of("Day", "2020-01-05"), true)));
    TableSource source = listed(listed);
    assertEquals(
        List.of("5 {Day=2020-01-01}", "6 {Day=2020-01-05, q=2}"),
        source.files().stream()
            .map(f -> f.file().rows() + " " + new TreeMap<>(f.partition()))
            .sorted()
            .toList());
    assertEquals(List.of("Day"), source.partitionColumns());
    assertTrue(source.schema().indexOf("q") >= 0, source.schema().toString());
  }

  private TableSource listed(ListedPartitions partitions) throws Exception {
    SourceRequest request = SourceRequest.of(List.of(root));
    return TableSource.open(
        FileStores.local(),
        new SourceRequest(
            request.paths(),
            request.moment(),
            null,
            null,
            request.choice(),
            false,
            false,
            null,
            partitions));
  }

  @Test
  void ofTablesBelowAPlainDirectoryOnlyListedFilesAreRead() throws Exception {
    String plain = temporary.resolve("plain").toString();
    DataSet nested = open(PathNames.join(plain, "kind=1"));
    Commit first = nested.begin(SCHEMA, List.of(), null);
    first.append(List.of(write(first, "a", 10, SCHEMA)));
    Commit second = nested.begin(SCHEMA, List.of(), null);
    second.overwrite(List.of(write(second, "b", 20, SCHEMA)));
    Commit unfinished = open(PathNames.join(plain, "kind=2")).begin(SCHEMA, List.of(), null);
    write(unfinished, "c", 30, SCHEMA);
    assertEquals(List.of(20L), List.of(rows(open(plain).current())[0]));
    assertEquals(1, open(plain).current().files().size());
  }

  /** Removed files stay in their directories until a vacuum. */
  @Test
  void aDirectoryOfATableIsNotReadByItself() throws Exception {
    Commit commit = begin(BY_DAY, "day");
    commit.append(List.of(write(commit, "a", 5, BY_DAY, FIRST)));
    String inside = root + "/day=2020-01-01";
    String said = assertThrows(IOException.class, () -> open(inside).current()).getMessage();
    assertTrue(said.contains("is a directory of the table " + root), said);
    assertEquals(5, open(inside + "/" + Path.of(onlyFile(inside)).getFileName()).current().rows());
  }

  private static String onlyFile(String directory) throws IOException {
    try (var files = Files.list(Path.of(directory))) {
      return files.filter(f -> f.toString().endsWith(".placed")).findFirst().get().toString();
    }
  }

  @Test
  void deletedRowsAndNamesOfTablesBelowAPlainDirectoryAreNotLost() throws Exception {
    String plain = temporary.resolve("plain").toString();
    for (int kind = 1; kind <= 2; kind++) {
      Schema schema = Schema.parse("id: int64, v: int32");
      try (TableWriter out = Placed.write(plain + "/kind=" + kind, schema).open()) {
        for (int i = 0; i < 1000; i++) {
          out.write((long) i, i % 10);
        }
        out.commit();
      }
    }
    assertEquals(2000, real(plain).current().rows());
    DataSet one = real(plain + "/kind=1");
    one.deleteRows(Predicate.parse("id = 5"));
    assertEquals(1, one.current().files().size());
    String said = assertThrows(IOException.class, () -> real(plain).current()).getMessage();
    assertTrue(said.contains("has deleted rows") && said.contains("kind=1"), said);
    one.deleteRows(Predicate.parse("id >= 0"));
    assertEquals(1000, real(plain).current().rows());
    real(plain + "/kind=2").alter(List.of(new ColumnChange.Rename("v", "w")), Map.of());
    said = assertThrows(IOException.class, () -> real(plain).current()).getMessage();
    assertTrue(said.contains("has renamed columns") && said.contains("kind=2"), said);
  }

  private static DataSet real(String path) throws IOException {
    return DataSet.at(FileStores.local(), path);
  }
}
