package io.placed.table.partition;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.placed.Placed;
import io.placed.TableScan;
import io.placed.TableWriter;
import io.placed.io.FileStores;
import io.placed.predicate.Predicate;
import io.placed.schema.Schema;
import io.placed.table.DataSet;
import io.placed.table.file.DataFile;
import io.placed.table.rewrite.Rewrite;
import io.placed.table.rewrite.RewriteOptions;
import io.placed.vector.Batch;
import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random changes of rows and of the columns and transforms that partition them keep all values. */
class ChangingPartitioningTest {
  private static final Schema SCHEMA = Schema.parse("id: int64, a: string, b: int32, c: date");
  private static final List<String> TERMS =
      List.of("a", "b", "c", "bucket(2, id)", "truncate(1, a)", "bucket(2, b)", "months(c)");

  @TempDir Path dir;
  private final TreeMap<Long, List<Object>> model = new TreeMap<>();
  private long next;

  private String path() {
    return dir.resolve("t").toString();
  }

  private DataSet open() throws IOException {
    return DataSet.at(FileStores.local(), path());
  }

  private static String randomSpec(Random random) {
    List<String> terms = new ArrayList<>(TERMS);
    Collections.shuffle(terms, random);
    return String.join(", ", terms.subList(0, 1 + random.nextInt(3)));
  }

  private void append(String by, Random random) throws IOException {
    try (TableWriter out = Placed.write(path(), SCHEMA).partitionedBy(by).open()) {
      for (int i = 0; i < 20; i++) {
        Object[] row = {
          next++,
          random.nextInt(4) == 0 ? null : "x" + random.nextInt(2),
          random.nextInt(4) == 0 ? null : random.nextInt(2),
          random.nextInt(4) == 0 ? null : LocalDate.of(2026, 1 + random.nextInt(2), 3)
        };
        out.write(row);
        model.put((Long) row[0], Arrays.asList(row));
      }
      out.commit();
    }
  }

  private void rewrite() throws IOException {
    Rewrite rewrite =
        Rewrite.prepare(FileStores.local(), path(), RewriteOptions.of(Map.of("placement", "orc")));
    rewrite.start();
    List<String> done = new ArrayList<>();
    for (var task : rewrite.tasks()) {
      done.add(task.run(FileStores.local(), rows -> {}));
    }
    rewrite.commit(done);
  }

  private List<List<Object>> rows(Predicate where) throws IOException {
    TreeMap<Long, List<Object>> rows = new TreeMap<>();
    var read = Placed.read(path());
    try (TableScan scan = (where == null ? read : read.where(where)).open()) {
      for (Batch batch : scan) {
        for (int i = 0; i < batch.rows(); i++) {
          rows.put((Long) batch.row(i)[0], Arrays.asList(batch.row(i)));
        }
      }
    }
    return List.copyOf(rows.values());
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void allValuesStay(long seed) throws IOException {
    Random random = new Random(seed);
    append(randomSpec(random), random);
    List<String> steps = new ArrayList<>();
    for (int i = 0; i < 25; i++) {
      String by = open().current().partitioning().spec(open().current().schema()).toString();
      switch (random.nextInt(6)) {
        case 0, 1 -> {
          String spec = randomSpec(random);
          steps.add("by " + spec);
          open().alter(PartitionSpec.parse(spec));
        }
        case 2 -> {
          steps.add("append");
          append(by, random);
        }
        case 3 -> {
          steps.add("rewrite");
          rewrite();
          Set<String> fields = Set.copyOf(open().current().partitioning().names(SCHEMA));
          for (DataFile f : open().current().files()) {
            assertEquals(fields, f.partition().keySet(), steps.toString());
          }
        }
        default -> {
          long from = random.nextLong(next);
          long to = from + next / 4;
          steps.add("delete " + from + " to " + to);
          open().deleteRows(Predicate.and(Predicate.ge("id", from), Predicate.lt("id", to)));
          model.subMap(from, to).clear();
        }
      }
      assertEquals(List.copyOf(model.values()), rows(null), steps.toString());
      for (String a : new String[] {"x0", "x1"}) {
        List<List<Object>> expected =
            model.values().stream().filter(r -> Objects.equals(r.get(1), a)).toList();
        assertEquals(expected, rows(Predicate.eq("a", a)), steps.toString());
      }
      List<List<Object>> nulls = model.values().stream().filter(r -> r.get(2) == null).toList();
      assertEquals(nulls, rows(Predicate.isNull("b")), steps.toString());
    }
  }
}
