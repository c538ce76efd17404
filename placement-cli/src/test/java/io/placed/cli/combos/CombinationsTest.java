package io.placed.cli.combos;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import io.placed.datasets.FoundEncodings;
import io.placed.io.FileStores;
import io.placed.table.DataSet;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random queries of tables with random histories, through Java and the command line, compared with
 * the same rows in memory. {@code -Pcombinations} runs more and new ones; {@code
 * -Dplaced.combinations.seed} with {@code -Dplaced.combinations=1} repeats a case.
 */
class CombinationsTest {
  private static final int STEPS = 10;

  /** So many times the queries are asked until a file with derived columns was among them. */
  private static final int MOST = 15;

  @TempDir Path temporary;
  private int queries;
  private final FoundEncodings found = new FoundEncodings();
  private int runs;

  @Test
  void everyAnswerIsThatOfTheRowsInMemory() throws IOException {
    int wanted = Integer.getInteger("placed.combinations", 120);
    Long given = Long.getLong("placed.combinations.seed");
    long seed = given != null ? given : new Random().nextLong() >>> 16;
    do {
      List<Integer> all = new ArrayList<>();
      for (int i = 1; i <= STEPS; i++) {
        all.add(i);
      }
      List<String> failure = run(seed, all);
      if (!failure.isEmpty()) {
        int asked = queries;
        fail(
            "after "
                + asked
                + " queries, -Dplaced.combinations=1 -Dplaced.combinations.seed="
                + seed
                + ":\n"
                + String.join("\n", shortened(seed, all, failure)));
      }
      seed++;
    } while (queries < wanted
        || wanted > 1 && found.derivedColumns() == 0 && queries < MOST * wanted);
    System.out.println("CombinationsTest: " + found + "; missing: " + found.missing(Set.of()));
    assertTrue(queries > 0);
    assertTrue(
        wanted == 1 || found.derivedColumns() > 0,
        "no file of " + runs + " tables has derived columns");
  }

  /** Removes steps as long as the case still fails. */
  private List<String> shortened(long seed, List<Integer> steps, List<String> failure)
      throws IOException {
    List<Integer> left = new ArrayList<>(steps);
    List<String> shortest = failure;
    for (int i = left.size() - 1; i >= 0; i--) {
      List<Integer> fewer = new ArrayList<>(left);
      fewer.remove(i);
      List<String> again = run(seed, fewer);
      if (!again.isEmpty()) {
        left = fewer;
        shortest = again;
      }
    }
    return shortest;
  }

  /** The steps and the failure after the last of them; empty if there is none. */
  private List<String> run(long seed, List<Integer> steps) throws IOException {
    Path folder = Files.createDirectories(temporary.resolve("run" + runs++));
    List<String> done = new ArrayList<>();
    Model model = new Model();
    String path = folder.resolve("table").toString();
    Steps table = new Steps(path, model);
    Checks checks = new Checks(path, model, folder);
    try {
      done.add(table.create(random(seed, 0)));
      for (int step : steps) {
        checks.query = "step " + step;
        done.add(table.next(random(seed, step)));
        found.add(DataSet.at(FileStores.local(), path));
        Random questions = random(seed, step + 1000);
        for (int i = 0; i < 4; i++) {
          queries++;
          String wrong = checks.ask(questions);
          if (wrong != null) {
            done.add(checks.query + ": " + wrong);
            return done;
          }
        }
      }
      return List.of();
    } catch (IOException | RuntimeException | AssertionError e) {
      StringBuilder text = new StringBuilder(checks.query + ": " + e);
      for (int i = 0; i < Math.min(8, e.getStackTrace().length); i++) {
        text.append("\n      ").append(e.getStackTrace()[i]);
      }
      done.add(text.toString());
      return done;
    } finally {
      delete(folder);
    }
  }

  /**
   * Similar seeds give Random similar first numbers: all steps of a history would be of the same
   * kind. Therefore seeds are mixed first, as in SplittableRandom.
   */
  static Random random(long seed, int part) {
    long z = (seed * 31 + part) * 0x9E3779B97F4A7C15L;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return new Random(z ^ (z >>> 31));
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      all.sorted(Comparator.reverseOrder())
          .forEach(
              p -> {
                try {
                  Files.delete(p);
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              });
    }
  }
}
