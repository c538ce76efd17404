package io.placed.table.answer;

import io.placed.Placed;
import io.placed.TableScan;
import io.placed.TableWriter;
import io.placed.io.FileStores;
import io.placed.predicate.Predicate;
import io.placed.schema.Schema;
import io.placed.table.DataSet;
import io.placed.table.optimize.OptimizeOptions;
import io.placed.table.partition.PartitionSpec;
import io.placed.table.snapshot.TableProperties;
import io.placed.table.source.SourceRequest;
import io.placed.table.source.TableSource;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** A table of several files and partitions, with deletion vectors. */
final class RandomTable {
  static final Schema SCHEMA = Schema.parse("id: int64, part: int32, n: int32, s: string");

  final String path;
  private final Random random;

  RandomTable(String path, Random random) throws IOException {
    this.path = path;
    this.random = random;
    append("part");
    set().alter(List.of(), Map.of(TableProperties.DELETES_MAX_SHARE, "0.9"));
    for (int step = random.nextInt(8); step >= 0; step--) {
      switch (random.nextInt(5)) {
        case 0 -> append(spec());
        case 1 ->
            set().alter(PartitionSpec.parse(random.nextBoolean() ? "part" : "part, bucket(2, n)"));
        case 2 -> set().optimize(OptimizeOptions.defaults());
        default -> {
          long first = random.nextInt(300);
          set()
              .deleteRows(
                  Predicate.parse(
                      random.nextBoolean()
                          ? "id between " + first + " and " + (first + random.nextInt(60))
                          : random.nextBoolean() ? "n = " + random.nextInt(4) : "n is null"));
        }
      }
    }
  }

  private String spec() throws IOException {
    return set().current().partitioning().spec(set().current().schema()).toString();
  }

  private void append(String by) throws IOException {
    try (TableWriter out =
        Placed.write(path, SCHEMA)
            .partitionedBy(by)
            .placement("row-group=" + (1 + random.nextInt(40)) + " rows; reorder=none")
            .open()) {
      for (long id = 0; id < 1 + random.nextInt(300); id++) {
        out.write(
            id,
            random.nextInt(3) == 0 ? null : random.nextInt(3),
            random.nextInt(5) == 0 ? null : random.nextInt(4),
            random.nextInt(9) == 0 ? null : "s" + random.nextInt(1000));
      }
      out.commit();
    }
  }

  DataSet set() throws IOException {
    return DataSet.at(FileStores.local(), path);
  }

  TableSource source() throws IOException {
    return TableSource.open(FileStores.local(), SourceRequest.of(List.of(path)));
  }

  List<Object[]> rows() throws IOException {
    List<Object[]> rows = new ArrayList<>();
    try (TableScan scan = Placed.read(path).open()) {
      scan.rows().forEach(rows::add);
    }
    return rows;
  }
}
