package io.placed.hive;

import io.placed.Placed;
import io.placed.TableScan;
import io.placed.TableWriter;
import io.placed.WriteBuilder;
import io.placed.io.FileStores;
import io.placed.schema.Schema;
import io.placed.table.DataSet;
import io.placed.table.snapshot.TableProperties;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** Data sets with snapshots that Hive reads. */
abstract class SnapshotTables {
  static EmbeddedHive hive;
  @TempDir Path directory;

  @BeforeAll
  static void start() throws Exception {
    hive = EmbeddedHive.start(EmbeddedHive.Engine.TEZ);
  }

  @AfterAll
  static void stop() throws Exception {
    hive.close();
  }

  static final Schema SCHEMA = Schema.parse("id: int64, name: string, x: double");

  final String path(String table) {
    return directory.resolve(table).toString();
  }

  final void write(WriteBuilder to, long from, long end) throws Exception {
    try (TableWriter out = to.open()) {
      for (long k = from; k < end; k++) {
        out.write(k, "n" + k % 7, k / 4d);
      }
      out.commit();
    }
  }

  /** Hive writes to the data set, too. */
  final void share(String table) throws Exception {
    DataSet.at(FileStores.local(), path(table))
        .alter(List.of(), Map.of(TableProperties.FOREIGN_FILES, "true"));
  }

  final List<Long> ids(String table) throws Exception {
    try (TableScan in = Placed.read(path(table)).select("id").open()) {
      return in.rows().map(r -> (Long) r[0]).sorted().toList();
    }
  }

  final void create(String table, String columns, String more) {
    hive.run(
        "create external table %s (%s) %s stored as placed location '%s'"
            .formatted(table, columns, more, path(table)));
  }
}
