package io.placed.table.commit;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.io.CreateOptions;
import io.placed.io.FileStore;
import io.placed.io.FileStores;
import io.placed.io.IoCounters;
import io.placed.io.MemoryStore;
import io.placed.io.PathNames;
import io.placed.io.PositionOutput;
import io.placed.predicate.Predicate;
import io.placed.scan.BatchReader;
import io.placed.scan.FileReader;
import io.placed.scan.request.ReadRequest;
import io.placed.schema.Type;
import io.placed.table.DataSet;
import io.placed.table.deletes.RowBitmap;
import io.placed.table.discovery.TableDirectory;
import io.placed.table.evolution.ColumnBinding;
import io.placed.table.evolution.ColumnChange;
import io.placed.table.file.DataFile;
import io.placed.table.optimize.OptimizeOptions;
import io.placed.table.rewrite.DeleteResult;
import io.placed.table.rewrite.DeletionPlan;
import io.placed.table.rewrite.RemainderTask;
import io.placed.table.rewrite.Rewrite;
import io.placed.table.rewrite.RewriteOptions;
import io.placed.table.salvage.Salvage;
import io.placed.table.salvage.Salvage.PartialRows;
import io.placed.table.snapshot.Snapshot;
import io.placed.table.snapshot.TableProperties;
import io.placed.table.vacuum.Vacuum;
import io.placed.table.vacuum.VacuumOptions;
import io.placed.vector.Batch;
import io.placed.vector.TaskMemory;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class FaultTest extends FaultContract {
  private final MemoryStore store = new MemoryStore();
  private int tables;

  @Override
  FileStore healthy() {
    return store;
  }

  @Override
  String newRoot() {
    return child("/faults", tables++);
  }

  @Test
  void firstCommit() throws Exception {
    TableOperation append =
        (stores, root) -> {
          if (!hasRow(p -> store, root, 1)) {
            append(stores, root, 1, 2);
          }
        };
    failEverywhere((stores, root) -> {}, append, List.of(row(1), row(2)));
  }

  @Test
  void append() throws Exception {
    TableOperation append =
        (stores, root) -> {
          if (!hasRow(p -> store, root, 3)) {
            append(stores, root, 3);
          }
        };
    int operations = failEverywhere(FaultTest::twoFiles, append, List.of(row(1), row(2), row(3)));
    assertTrue(operations > 8, operations + " operations");
  }

  private static void twoFiles(FileStores stores, String root) throws IOException {
    append(stores, root, 1);
    append(stores, root, 2);
  }

  @Test
  void overwriteWithForeignFiles() throws Exception {
    TableOperation prepare =
        (stores, root) -> {
          twoFiles(stores, root);
          DataSet dataSet = DataSet.at(stores, root);
          dataSet.alter(List.of(), Map.of(TableProperties.FOREIGN_FILES, "true"));
          String file = dataSet.pathOf(dataSet.current().files().get(0));
          String byHand = PathNames.join(root, "by-hand.placed");
          try (PositionOutput out = store.create(byHand, CreateOptions.NEW)) {
            out.write(store.readAll(file));
          }
        };
    TableOperation over =
        (stores, root) -> {
          Commit commit = DataSet.at(stores, root).begin(SCHEMA, List.of(), null);
          try {
            commit.overwrite(List.of(write(stores, commit, "t", 7)));
          } catch (IOException | RuntimeException | Error e) {
            abort(commit, e);
            throw e;
          }
        };
    failEverywhere(prepare, over, List.of(row(7)));
  }

  @Test
  void rewrite() throws Exception {
    TableOperation rewrite =
        (stores, root) ->
            Rewrite.prepare(
                    stores, root, RewriteOptions.of(Map.of("placement", "albis")).withFileBytes(1))
                .run(part -> {});
    int operations = failEverywhere(FaultTest::twoFiles, rewrite, List.of(row(1), row(2)));
    assertTrue(operations > 30, operations + " operations");
  }

  @Test
  void vacuum() throws Exception {
    TableOperation prepare =
        (stores, root) -> {
          twoFiles(stores, root);
          Commit commit = DataSet.at(stores, root).begin(SCHEMA, List.of(), null);
          commit.overwrite(List.of(write(stores, commit, "t", 7)));
          append(stores, root, 8);
        };
    TableOperation vacuum =
        (stores, root) ->
            new Vacuum(
                    DataSet.at(stores, root).directory(),
                    new VacuumOptions(Duration.ZERO, 2, false),
                    System.currentTimeMillis() + Duration.ofDays(9).toMillis())
                .run();
    failEverywhere(prepare, vacuum, List.of(row(7), row(8)));
  }

  private static final Predicate SOME = Predicate.parse("id = 1 or id = 11 or id = 21");

  /** Of three files, one has deleted rows already. */
  private static void threeFiles(FileStores stores, String root) throws IOException {
    append(stores, root, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12);
    append(stores, root, 11, 13);
    append(stores, root, 21);
    DataSet.at(stores, root).deleteRows(Predicate.parse("id = 12"));
  }

  /** Rows of three files with those of some ids changed. */
  private static List<String> rowsOfThreeFiles(String name) {
    List<String> rows = new ArrayList<>();
    for (long id : new long[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 21}) {
      boolean some = id == 1 || id == 11 || id == 21;
      if (!some) {
        rows.add(row(id));
      } else if (name != null) {
        rows.add("[" + id + ", " + name + "]");
      }
    }
    rows.sort(null);
    return rows;
  }

  /** Of one file rows are marked, another one is written again, and the third one goes. */
  @Test
  void delete() throws Exception {
    TableOperation delete =
        (stores, root) -> {
          DeleteResult done = DataSet.at(stores, root).deleteRows(SOME);
          assertTrue(done.rows() == 0 || done.filesMarked() * done.filesRewritten() == 1);
        };
    List<String> after = rowsOfThreeFiles(null);
    int operations = failSomewhere(FaultContract::rows, FaultTest::threeFiles, delete, after);
    assertTrue(operations > 20, operations + " operations");
  }

  /** As engines update and merge rows: the old ones go as in a deletion, and new ones come. */
  @Test
  void update() throws Exception {
    List<String> after = rowsOfThreeFiles("new");
    failSomewhere(FaultContract::rows, FaultTest::threeFiles, FaultTest::update, after);
  }

  private static void update(FileStores stores, String root) throws IOException {
    DataSet dataSet = DataSet.at(stores, root);
    TableDirectory table = dataSet.directory();
    Snapshot read = dataSet.current();
    Map<DataFile, RowBitmap> found = new LinkedHashMap<>();
    Batch changed = Batch.of(SCHEMA);
    for (DataFile f : read.files()) {
      found.put(f, new RowBitmap());
      ReadRequest request = table.request(f, read.schema(), ReadRequest.all().withFilter(SOME));
      try (FileReader file = FileReader.open(dataSet.input(f), new IoCounters());
          BatchReader rows = file.read(request)) {
        long[] numbers = new long[request.batchRows()];
        while (rows.next()) {
          rows.rowNumbers(numbers);
          for (int i = 0; i < rows.batch().rows(); i++) {
            Object[] row = rows.batch().row(i);
            if (!row[1].equals("new")) {
              found.get(f).add(numbers[i]);
              changed.appendRow(row[0], "new");
            }
          }
        }
      }
    }
    if (changed.rows() == 0) {
      return;
    }
    Commit commit = dataSet.begin(ColumnBinding.of(SCHEMA, read), List.of(), null).basedOn(read);
    try {
      DeletionPlan plan = new DeletionPlan(table, read, 0.2, found);
      List<DataFile> copies = new ArrayList<>();
      for (RemainderTask task : plan.tasks(commit, Map.of())) {
        task.run(stores, "rest-" + copies.size(), null, TaskMemory.UNLIMITED)
            .forEach(f -> copies.add(DataFile.fromJson(f)));
      }
      plan.commit(commit, "update", copies, List.of(write(stores, commit, "new", changed)));
    } catch (IOException | RuntimeException | Error e) {
      abort(commit, e);
      throw e;
    }
  }

  @Test
  void columns() throws Exception {
    List<ColumnChange> changes =
        List.of(
            new ColumnChange.Rename("name", "title"),
            new ColumnChange.Add(List.of("more"), Type.INT32, ColumnChange.LAST));
    TableOperation alter =
        (stores, root) -> {
          DataSet table = DataSet.at(stores, root);
          if (table.current().schema().indexOf("more") < 0) {
            table.alter(changes, Map.of());
          }
        };
    failSomewhere(
        FaultContract::columnsTagsAndRows,
        FaultTest::threeFiles,
        alter,
        Stream.concat(
                Stream.of("id: int64", "title: string", "more: int32"),
                rowsOfThreeFiles("n1").stream()
                    .map(r -> r.replace("[11, n1]", "[11, n11]").replace("[21, n1]", "[21, n21]"))
                    .map(r -> r.replace("]", ", null]"))
                    .sorted())
            .toList());
  }

  /** Small files are merged, one of which has deleted rows. */
  @Test
  void optimize() throws Exception {
    TableOperation optimize =
        (stores, root) -> DataSet.at(stores, root).optimize(OptimizeOptions.defaults());
    TableOperation prepare =
        (stores, root) -> {
          twoFiles(stores, root);
          append(stores, root, 3, 4, 5, 6, 7, 8);
          DataSet.at(stores, root).deleteRows(Predicate.parse("id = 8"));
        };
    List<String> after = LongStream.rangeClosed(1, 7).mapToObj(FaultTest::row).toList();
    int operations = failSomewhere(FaultContract::rows, prepare, optimize, after);
    assertTrue(operations > 30, operations + " operations");
  }

  private static final List<String> COLUMNS = List.of("id: int64", "name: string");

  private static List<String> with(List<String> first, List<String> others) {
    return Stream.concat(first.stream(), others.stream()).toList();
  }

  /** The vacuums afterwards must keep the snapshot with the tag. */
  @Test
  void tag() throws Exception {
    TableOperation tag = (stores, root) -> DataSet.at(stores, root).replaceTag("t", 1L);
    failSomewhere(
        FaultContract::columnsTagsAndRows,
        FaultTest::twoFiles,
        tag,
        with(COLUMNS, List.of("t -> 1", row(1), row(2))));
  }

  @Test
  void untag() throws Exception {
    TableOperation prepare =
        (stores, root) -> {
          twoFiles(stores, root);
          DataSet.at(stores, root).createTag("t", 1L);
        };
    TableOperation untag =
        (stores, root) -> {
          DataSet table = DataSet.at(stores, root);
          if (!table.tags().isEmpty()) {
            table.deleteTag("t");
          }
        };
    failSomewhere(
        FaultContract::columnsTagsAndRows, prepare, untag, with(COLUMNS, List.of(row(1), row(2))));
  }

  /** Files, deleted rows and columns are those of the older snapshot. */
  @Test
  void rollback() throws Exception {
    TableOperation prepare =
        (stores, root) -> {
          threeFiles(stores, root);
          DataSet table = DataSet.at(stores, root);
          table.deleteRows(SOME);
          table.alter(List.of(new ColumnChange.Rename("name", "title")), Map.of());
        };
    TableOperation rollback =
        (stores, root) -> {
          DataSet table = DataSet.at(stores, root);
          if (table.current().schema().indexOf("name") < 0) {
            table.rollback(4);
          }
        };
    List<String> rows = new ArrayList<>(rowsOfThreeFiles(null));
    rows.addAll(List.of(row(1), row(11), row(21)));
    rows.sort(null);
    failSomewhere(FaultContract::columnsTagsAndRows, prepare, rollback, with(COLUMNS, rows));
  }

  /** A file that a commit of another table has written, under another name. */
  private void putByHand(String root) throws IOException {
    String other = root + "-other";
    append(p -> store, other, 5);
    DataSet dataSet = DataSet.at(p -> store, other);
    byte[] file = store.readAll(dataSet.pathOf(dataSet.current().files().get(0)));
    try (PositionOutput out =
        store.create(PathNames.join(root, "by-hand.placed"), CreateOptions.NEW)) {
      out.write(file);
    }
  }

  @Test
  void addFiles() throws Exception {
    TableOperation prepare =
        (stores, root) -> {
          twoFiles(stores, root);
          putByHand(root);
        };
    TableOperation add = (stores, root) -> DataSet.at(stores, root).addFiles(List.of(root));
    List<String> after = List.of(row(1), row(2), row(5));
    failSomewhere(FaultContract::rows, prepare, add, after);
  }

  /** The first snapshot of a directory of files lists them. */
  @Test
  void addFilesToNoTable() throws Exception {
    TableOperation add = (stores, root) -> DataSet.at(stores, root).addFiles(List.of(root));
    failSomewhere(FaultContract::rows, (stores, root) -> putByHand(root), add, List.of(row(5)));
  }

  /** What is whole of a table that has lost a file is copied to a new table. */
  @Test
  void salvage() throws Exception {
    TableOperation prepare =
        (stores, root) -> {
          String from = root + "-damaged";
          threeFiles(stores, from);
          DataSet source = DataSet.at(stores, from);
          for (DataFile f : source.current().files()) {
            if (f.rows() == 1) {
              store.delete(source.pathOf(f), false);
            }
          }
        };
    TableOperation salvage =
        (stores, root) -> {
          if (!rows(p -> store, root).isEmpty()) {
            return;
          }
          DataSet source = DataSet.at(stores, root + "-damaged");
          Salvage found =
              Salvage.survey(
                  source.directory(), source.current(), PartialRows.LEFT_OUT, done -> {});
          Commit commit = DataSet.at(stores, root).begin(found.schema(), List.of(), null);
          try {
            commit.append(List.of(write(stores, commit, "t", found::copy)));
          } catch (IOException | RuntimeException | Error e) {
            abort(commit, e);
            throw e;
          }
        };
    List<String> after = new ArrayList<>(rowsOfThreeFiles(null));
    after.addAll(List.of(row(1), row(11)));
    after.sort(null);
    failSomewhere(FaultContract::rows, prepare, salvage, after);
  }
}
