package io.placed.table.discovery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.error.CommitConflictException;
import io.placed.error.NotPlacedFileException;
import io.placed.io.FileStores;
import io.placed.io.LocalFileStore;
import io.placed.io.PathNames;
import io.placed.predicate.Predicate;
import io.placed.schema.Schema;
import io.placed.table.DataSet;
import io.placed.table.DataSetScan;
import io.placed.table.commit.Commit;
import io.placed.table.file.DataFile;
import io.placed.table.rewrite.Rewrite;
import io.placed.table.rewrite.RewriteOptions;
import io.placed.table.snapshot.Snapshot;
import io.placed.table.snapshot.TableProperties;
import io.placed.table.vacuum.VacuumOptions;
import io.placed.vector.Batch;
import io.placed.write.FileSummary;
import io.placed.write.FileWriter;
import io.placed.write.options.WriteOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of the real format, with footers of their own. */
class RealFilesTest {
  private static final Schema TABLE = Schema.parse("id: int64, p: int32");
  private static final Schema ID = Schema.parse("id: int64");
  private static final Map<String, String> SHOW = Map.of(TableProperties.FOREIGN_FILES, "true");

  @TempDir Path root;

  /** Of the last file that was written. */
  private FileSummary summary;

  @Test
  void partitionValuesComeFromDirectoriesOrFromTheFile() throws Exception {
    DataSet dataSet = DataSet.at(FileStores.local(), root.toString());
    dataSet.begin(TABLE, List.of("p"), null).properties(SHOW).append(List.of());
    write("p=1/000000_0", ID, 10L);
    write("p=__HIVE_DEFAULT_PARTITION__/x.placed", ID, 11L);
    write("beside.placed", TABLE, 12L, 2);
    write("without.placed", ID, 13L);
    Files.writeString(root.resolve("README"), "something else");
    assertEquals("[[10, 1], [11, null], [12, 2], [13, null]]", rows(dataSet, null));
    assertEquals("[[12, 2]]", rows(dataSet, Predicate.parse("p = 2")));
    assertEquals("[[11, null], [13, null]]", rows(dataSet, Predicate.parse("p is null")));
    assertEquals("[[10, 1]]", rows(dataSet, Predicate.parse("p = 1")));
  }

  @Test
  void aFileOutsideOfThePartitionsIsInNone() throws Exception {
    DataSet dataSet = DataSet.at(FileStores.local(), root.toString());
    dataSet.begin(TABLE, List.of("p"), null).properties(SHOW).append(List.of());
    write("p=__HIVE_DEFAULT_PARTITION__/x.placed", ID, 11L);
    write("beside.placed", TABLE, 12L, 2);
    write("without.placed", ID, 13L);
    Commit over = dataSet.begin(TABLE, List.of("p"), null);
    Map<String, String> none = new HashMap<>();
    none.put("p", null);
    String path = over.dataFilePath(none, "0");
    write(over.relative(path), ID, 14L);
    over.overwritePartitions(List.of(DataFile.of(summary, over.relative(path), none)));
    assertEquals("[[12, 2], [13, null], [14, null]]", rows(dataSet, null));
    dataSet.vacuum(new VacuumOptions(Duration.ZERO, 1, false));
    assertEquals("[[12, 2], [13, null], [14, null]]", rows(dataSet, null));
    // Of the rows of these two files, some or all may match the condition.
    dataSet.begin(TABLE, List.of("p"), null).delete(Predicate.parse("p = 2"));
    assertEquals("[[13, null], [14, null]]", rows(dataSet, null));
    String refused =
        assertThrows(
                IllegalArgumentException.class,
                () ->
                    Rewrite.prepare(
                        FileStores.local(),
                        root.toString(),
                        RewriteOptions.of(Map.of("placement", "orc"))))
            .getMessage();
    assertTrue(refused.contains("without.placed: is outside of the directories"), refused);
  }

  /** What one file promises, others may not keep, whether a commit lists them or copies rows. */
  @Test
  void nullsOfSomeFiles() throws Exception {
    String some = "id: int64, m: map<string, struct<x: int64>>";
    String none = "id: int64 not null, m: map<string, struct<x: int64 not null>>";
    write("a.placed", Schema.parse(none), 1L, Map.of("k", List.of(1L)));
    write("b.placed", Schema.parse(some), null, null);
    DataSet dataSet = DataSet.at(FileStores.local(), root.toString());
    assertEquals(Schema.parse(some), dataSet.current().schema());
    Schema more = Schema.parse("id: int64 not null, m: map<string, struct<x: int64>>");
    dataSet.begin(more, List.of(), null).append(List.of());
    assertEquals(Schema.parse(some), dataSet.current().schema());
    Rewrite.prepare(FileStores.local(), root.toString(), RewriteOptions.of(Map.of()))
        .run(done -> {});
    try (DataSetScan scan =
        new DataSetScan(dataSet, dataSet.current(), ID, Predicate.parse("id is null"))) {
      assertTrue(scan.next());
      assertEquals(1, scan.batch().rows());
    }
  }

  /** Hive writes all names in lower case. */
  @Test
  void namesOfForeignFilesMayDifferInCase() throws Exception {
    DataSet dataSet = DataSet.at(FileStores.local(), root.toString());
    dataSet
        .begin(Schema.parse("Id: int64, P: int32, a: int32"), List.of("P"), null)
        .properties(SHOW)
        .append(List.of());
    write("p=1/000000_0", Schema.parse("id: int64, A: int32"), 10L, 5);
    write("beside.placed", Schema.parse("ID: int32, p: int32"), 12, 2);
    assertEquals("[[10, 1, 5], [12, 2, null]]", rows(dataSet, null));
    assertEquals("[[12, 2, null]]", rows(dataSet, Predicate.parse("Id > 11")));
    assertEquals("[[10, 1, 5]]", rows(dataSet, Predicate.parse("a = 5 and P = 1")));
    assertEquals("[[12, 2, null]]", rows(dataSet, Predicate.parse("P = 2")));
    assertEquals("[]", rows(dataSet, Predicate.parse("Id is null")));
  }

  @Test
  void aFileThatIsCutOffIsNotPassedOver() throws Exception {
    write("000000_0", ID, 10L);
    write("000001_0", ID, 11L);
    byte[] whole = Files.readAllBytes(root.resolve("000000_0"));
    Files.write(root.resolve("000000_0"), Arrays.copyOf(whole, whole.length - 1));
    DataSet dataSet = DataSet.at(FileStores.local(), root.toString());
    assertThrows(NotPlacedFileException.class, dataSet::current);
  }

  @Test
  void onlyFilesThatAreStillThereAreReplaced() throws Exception {
    DataSet dataSet = DataSet.at(FileStores.local(), root.toString());
    write("a.placed", ID, 1L);
    write("b.placed", ID, 2L);
    Commit rewrite = dataSet.begin(ID, List.of(), null);
    dataSet.begin(ID, List.of(), null).overwriteWhere(List.of(), f -> f.path().equals("a.placed"));
    Set<String> both = Set.of("a.placed", "b.placed");
    assertThrows(CommitConflictException.class, () -> rewrite.replaceFiles(both, List.of()));
    assertEquals("[[2]]", rows(dataSet, null));
    dataSet.begin(ID, List.of(), null).replaceFiles(Set.of("b.placed"), List.of());
    assertEquals("[]", rows(dataSet, null));
  }

  private void write(String path, Schema schema, Object... row) throws IOException {
    Batch batch = Batch.of(schema);
    batch.appendRow(row);
    try (FileWriter writer =
        FileWriter.create(
            new LocalFileStore(),
            PathNames.join(root.toString(), path),
            schema,
            WriteOptions.defaults())) {
      writer.write(batch);
      summary = writer.finish();
    }
  }

  private static String rows(DataSet dataSet, Predicate predicate) throws IOException {
    TreeSet<String> rows = new TreeSet<>();
    Snapshot now = dataSet.current();
    try (DataSetScan scan = new DataSetScan(dataSet, now, now.schema(), predicate)) {
      while (scan.next()) {
        for (int i = 0; i < scan.batch().rows(); i++) {
          rows.add(Arrays.toString(scan.batch().row(i)));
        }
      }
    }
    return rows.toString();
  }
}
