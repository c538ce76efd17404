package io.placed.cli.combos;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.cases.RowsAsJson;
import io.placed.cli.combos.Model.State;
import io.placed.schema.Schema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Writes tables with random histories, and the rows of each of their snapshots as JSON, to {@code
 * target/reader-cases}, where the tests of the Python reader find them. {@code
 * -Dplaced.reader.tables} is their number.
 */
class ReaderTablesTest {
  private static final Path FOLDER = Path.of("target/reader-cases/tables");
  private static final int STEPS = 10;

  /** Histories that a reader got wrong: a manifest names a column that a file does not have. */
  private static final long[] REGRESSIONS = {178155147072817L};

  private final long seed = Long.getLong("placed.seed", new Random().nextLong() >>> 16);

  @Test
  void writesTablesWithTheirRows() throws IOException {
    if (Files.exists(FOLDER)) {
      try (Stream<Path> all = Files.walk(FOLDER)) {
        for (Path p : all.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(p);
        }
      }
    }
    int count = Integer.getInteger("placed.reader.tables", 10);
    LongStream seeds = LongStream.range(seed, seed + count);
    for (long of : LongStream.concat(LongStream.of(REGRESSIONS), seeds).distinct().toArray()) {
      try {
        one(of, FOLDER.resolve("table-" + of));
      } catch (IOException | RuntimeException | AssertionError e) {
        throw new AssertionError("-Dplaced.reader.tables=1 -Dplaced.seed=" + of, e);
      }
    }
  }

  private static void one(long seed, Path folder) throws IOException {
    Files.createDirectories(folder);
    Model model = new Model();
    Steps steps = new Steps(folder.resolve("table").toString(), model);
    steps.create(CombinationsTest.random(seed, 0));
    for (int step = 1; step <= STEPS; step++) {
      steps.next(CombinationsTest.random(seed, step));
    }
    for (long id : model.snapshots.tailMap(model.oldest).keySet()) {
      State state = model.snapshots.get(id);
      Schema schema = state.schema(state.columns());
      List<Object[]> rows =
          model.rows(id).stream().map(r -> Model.values(r, state.columns())).toList();
      RowsAsJson.write(folder.resolve("rows-" + id + ".jsonl"), schema, rows);
    }
    assertTrue(Files.exists(folder.resolve("rows-" + model.newest() + ".jsonl")), "seed " + seed);
  }
}
