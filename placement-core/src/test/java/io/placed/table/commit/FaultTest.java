package io.placed.table.commit;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.io.CreateOptions;
import io.placed.io.FileStore;
import io.placed.io.FileStores;
import io.placed.io.MemoryStore;
import io.placed.io.PathNames;
import io.placed.io.PositionOutput;
import io.placed.table.DataSet;
import io.placed.table.rewrite.Rewrite;
import io.placed.table.rewrite.RewriteOptions;
import io.placed.table.snapshot.TableProperties;
import io.placed.table.vacuum.Vacuum;
import io.placed.table.vacuum.VacuumOptions;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
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
}
