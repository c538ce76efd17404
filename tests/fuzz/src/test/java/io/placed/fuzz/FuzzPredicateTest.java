package io.placed.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.placed.io.InputFile;
import io.placed.io.IoCounters;
import io.placed.predicate.BoundPredicate;
import io.placed.predicate.Predicate;
import io.placed.scan.BatchReader;
import io.placed.scan.FileReader;
import io.placed.scan.RandomTables;
import io.placed.scan.request.ReadRequest;
import io.placed.vector.Batch;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;

/**
 * The text of a predicate: refused in words, or printed as a text that means the same. On files, a
 * scan with it has the rows of which it is true, whatever statistics and encodings.
 */
class FuzzPredicateTest {
  private record Table(InputFile file, Batch rows, List<String> texts) {}

  private static final List<Table> TABLES =
      Documented.files("files").stream()
          .map(
              path -> {
                try {
                  return table(Files.readAllBytes(path));
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              })
          .toList();

  private static Table table(byte[] bytes) throws IOException {
    InputFile input = FuzzFileTest.input(bytes);
    try (FileReader file = FileReader.open(input, new IoCounters());
        BatchReader scan = file.read(ReadRequest.all())) {
      Batch rows = Batch.of(file.schema());
      while (scan.next()) {
        rows.appendRange(scan.batch(), 0, scan.batch().rows());
      }
      return new Table(input, rows, RandomTables.texts(rows));
    }
  }

  @FuzzTest(maxDuration = "")
  void predicate(byte[] data) throws IOException {
    String text = new String(data, StandardCharsets.UTF_8);
    Predicate predicate = Documented.parsed(() -> Predicate.parse(text));
    if (predicate == null) {
      return;
    }
    String printed = predicate.toString();
    assertEquals(predicate, Predicate.parse(printed), printed);
    for (Table table : TABLES) {
      BoundPredicate bound = Documented.parsed(() -> predicate.bind(table.rows().schema(), true));
      if (bound == null) {
        continue;
      }
      int[] positions = new int[table.rows().rows()];
      int n = bound.select(table.rows(), positions);
      List<String> expected = new ArrayList<>();
      for (int i = 0; i < n; i++) {
        expected.add(table.texts().get(positions[i]));
      }
      List<String> found = new ArrayList<>();
      try (FileReader file = FileReader.open(table.file(), new IoCounters());
          BatchReader scan = file.read(ReadRequest.all().withFilter(predicate))) {
        while (scan.next()) {
          found.addAll(RandomTables.texts(scan.batch()));
        }
      }
      assertEquals(expected, found, printed);
    }
  }
}
