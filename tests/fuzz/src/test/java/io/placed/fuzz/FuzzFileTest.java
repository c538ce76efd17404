package io.placed.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.placed.io.CreateOptions;
import io.placed.io.InputFile;
import io.placed.io.IoCounters;
import io.placed.io.MemoryStore;
import io.placed.io.PositionOutput;
import io.placed.predicate.BoundPredicate;
import io.placed.predicate.Predicate;
import io.placed.scan.BatchReader;
import io.placed.scan.FileReader;
import io.placed.scan.FileVerifier;
import io.placed.scan.RandomTables;
import io.placed.scan.RebuiltFile;
import io.placed.scan.request.ReadRequest;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.statistics.ColumnStatistics;
import io.placed.vector.Batch;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Whole files: header, tail, root, metadata, columns, indexes, statistics, pages and dictionaries,
 * each with a checksum that fits. Input: the number of one of the files in {@code files}, then
 * {@link Edits}.
 *
 * <p>Where a file can be read without statistics, a filter finds the rows of which it is true.
 */
class FuzzFileTest {
  /** A file may have any number of equal rows. */
  private static final int MAX_ROWS = 20_000;

  /** Rows of a batch whose values are asked for although the filter is not true of them. */
  private static final int MAX_TEXTS = 64;

  private static final Predicate FILTER = Predicate.parse("k >= 7 and (s > 'n2' or k < 1000)");

  static final List<RebuiltFile> FILES =
      Documented.files("files").stream().map(FuzzFileTest::file).toList();

  static RebuiltFile file(Path path) {
    try {
      return new RebuiltFile(Files.readAllBytes(path));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @FuzzTest(maxDuration = "")
  void file(byte[] data) throws IOException {
    if (data.length == 0) {
      return;
    }
    RebuiltFile base = FILES.get((data[0] & 0xFF) % FILES.size());
    Edits edits = new Edits(data, 1);
    InputFile input = input(base.write(edits));
    Documented.runs(
        () -> {
          try (FileReader file = FileReader.open(input, new IoCounters())) {
            read(file, edits.statistics());
          }
        });
    Documented.runs(() -> FileVerifier.verify(input, new IoCounters()));
  }

  static InputFile input(byte[] bytes) throws IOException {
    MemoryStore store = new MemoryStore();
    try (PositionOutput out = store.create("/f.placed", CreateOptions.NEW)) {
      out.write(bytes);
    }
    return store.input("/f.placed");
  }

  private static void read(FileReader file, boolean statistics) {
    Documented.runs(file::layout);
    Documented.runs(() -> file.map(true));
    Documented.runs(file::placement);
    Documented.runs(file::metadata);
    Documented.runs(file::siblings);
    Documented.runs(
        () -> {
          for (Field field : file.schema().fields()) {
            ColumnStatistics known = file.statistics(field.name());
            if (known != null) {
              known.describe(field.type());
            }
            file.derivation(field.name());
          }
        });
    List<String> expected = new ArrayList<>();
    boolean whole = Documented.runs(() -> rows(file, ReadRequest.all(), expected, true));
    Documented.runs(
        () -> {
          if (!canFilter(file.schema())) {
            return;
          }
          List<String> found = new ArrayList<>();
          rows(file, ReadRequest.all().withFilter(FILTER), found, false);
          if (whole && !statistics && file.rows() <= MAX_ROWS) {
            assertEquals(expected, found, "rows of a filtered scan");
          }
        });
  }

  private static boolean canFilter(Schema schema) {
    try {
      FILTER.bind(schema, true);
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  /** Adds rows; with {@code select} those for which the filter is true. */
  private static void rows(FileReader file, ReadRequest request, List<String> out, boolean select)
      throws IOException {
    boolean filters = canFilter(file.schema());
    BoundPredicate filter = filters ? FILTER.bind(file.schema(), true) : null;
    try (BatchReader scan = file.read(request)) {
      long rows = 0;
      while (rows < MAX_ROWS && scan.next()) {
        Batch batch = scan.batch();
        rows += batch.rows();
        int[] positions = new int[batch.rows()];
        int n = select && filters ? filter.select(batch, positions) : 0;
        if (select) {
          RandomTables.texts(batch, MAX_TEXTS);
        }
        for (int i = 0; i < (select ? n : batch.rows()); i++) {
          out.add(RandomTables.text(batch.row(select ? positions[i] : i)));
        }
      }
    }
  }
}
