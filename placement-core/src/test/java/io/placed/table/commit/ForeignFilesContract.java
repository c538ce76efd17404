package io.placed.table.commit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.placed.Placed;
import io.placed.TableScan;
import io.placed.TableWriter;
import io.placed.WriteBuilder;
import io.placed.io.FileStores;
import io.placed.predicate.Predicate;
import io.placed.schema.Schema;
import io.placed.table.DataSet;
import io.placed.table.snapshot.TableProperties;
import io.placed.table.vacuum.Vacuum;
import io.placed.table.vacuum.VacuumOptions;
import io.placed.table.vacuum.VacuumResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A table, and files that are put into its directory. */
abstract class ForeignFilesContract {
  static final Schema TABLE = Schema.parse("id: int64, name: string, p: int32");
  static final Map<String, String> ON = Map.of(TableProperties.FOREIGN_FILES, "true");
  static final Map<String, String> OFF = Map.of(TableProperties.FOREIGN_FILES, "false");

  @TempDir Path dir;
  Path root;
  DataSet table;

  @BeforeEach
  void newTable() throws IOException {
    root = dir.resolve("table");
    table = DataSet.at(FileStores.local(), root.toString());
    write(at(root.toString(), TABLE).partitionBy("p"), row(1L, "a", 1));
  }

  static WriteBuilder at(String path, Schema schema) {
    return Placed.write(path, schema);
  }

  static Object[] row(Object... values) {
    return values;
  }

  static void write(WriteBuilder to, Object[]... rows) throws IOException {
    try (TableWriter out = to.open()) {
      for (Object[] row : rows) {
        out.write(row);
      }
      out.commit();
    }
  }

  /** Names without the suffix are of a file that was renamed. */
  final String put(String path, String schema, Object... row) throws IOException {
    Path file = root.resolve(path);
    Path written = dir.resolve("written.placed");
    write(at(written.toString(), Schema.parse(schema)), row);
    Files.createDirectories(file.getParent());
    return Files.move(written, file).toString();
  }

  final AddFilesResult add(String... sources) throws IOException {
    return table.addFiles(List.of(sources));
  }

  final String rows() throws IOException {
    return rows(null, -1);
  }

  final String rows(Predicate where, long snapshot) throws IOException {
    TreeSet<String> rows = new TreeSet<>();
    var read = Placed.read(root.toString());
    read = where == null ? read : read.where(where);
    read = snapshot < 0 ? read : read.snapshot(snapshot);
    try (TableScan scan = read.open()) {
      scan.rows().forEach(r -> rows.add(Arrays.toString(r)));
    }
    return rows.toString();
  }

  final String refused(String... sources) throws IOException {
    long before = table.newestId();
    String message = assertThrows(IllegalArgumentException.class, () -> add(sources)).getMessage();
    assertEquals(before, table.newestId());
    return message;
  }

  final VacuumResult vacuum(int keep) throws IOException {
    return new Vacuum(
            table.directory(),
            new VacuumOptions(Duration.ZERO, keep, false),
            System.currentTimeMillis() + Duration.ofDays(9).toMillis())
        .run();
  }
}
