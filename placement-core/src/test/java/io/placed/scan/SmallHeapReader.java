package io.placed.scan;

import io.placed.error.CorruptFileException;
import io.placed.error.InsufficientMemoryException;
import io.placed.error.UnsupportedVersionException;
import io.placed.io.InputFile;
import io.placed.io.IoCounters;
import io.placed.io.LocalFileStore;
import io.placed.predicate.Predicate;
import io.placed.scan.request.ReadRequest;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.vector.Batch;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A process that reads files, one for each line of its input: the rows that it has, or -1, and its
 * path. For each it prints a line: how many steps were refused for damage, for memory, and how many
 * of these only when the heap was full, or {@code finding} and its stack trace, and ends.
 */
final class SmallHeapReader {
  private static final int SINGLE_COLUMNS = 8;

  /** A file may have any number of equal rows. */
  private static final long MAX_ROWS = 8_000_000;

  private int corrupt;
  private int memory;
  private int full;
  private long mostNanos;

  private SmallHeapReader() {}

  public static void main(String[] arguments) throws IOException {
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      String[] words = line.split(" ", 2);
      SmallHeapReader reader = new SmallHeapReader();
      try {
        reader.use(new LocalFileStore().input(words[1]), Long.parseLong(words[0]));
      } catch (IOException | RuntimeException | Error e) {
        out.println("finding");
        e.printStackTrace(out);
        System.exit(1);
      }
      long millis = reader.mostNanos / 1_000_000;
      out.printf(Locale.ROOT, "%d %d %d %d%n", reader.corrupt, reader.memory, reader.full, millis);
    }
    System.exit(0);
  }

  private void use(InputFile input, long rows) throws IOException {
    try (FileReader file = FileReader.open(input, new IoCounters())) {
      read(file, rows);
    } catch (IOException e) {
      refused(e);
    }
    runs(() -> FileVerifier.verify(input, new IoCounters()));
  }

  private void read(FileReader file, long rows) throws IOException {
    runs(file::layout);
    runs(() -> file.map(true));
    runs(() -> requireRows(rows, count(file, ReadRequest.all())));
    List<Field> fields = new ArrayList<>(file.schema().fields());
    for (Field field : fields.subList(0, Math.min(SINGLE_COLUMNS, fields.size()))) {
      ReadRequest one = ReadRequest.all().withColumns(Schema.of(field));
      runs(() -> requireRows(rows, count(file, one)));
      Predicate known = Predicate.parse("`" + field.name().replace("`", "``") + "` is not null");
      runs(() -> count(file, ReadRequest.all().withFilter(known)));
    }
  }

  private static void requireRows(long expected, long found) {
    if (expected >= 0 && expected != found) {
      throw new AssertionError(found + " rows, expected " + expected);
    }
  }

  private static long count(FileReader file, ReadRequest request) throws IOException {
    long rows = 0;
    try (BatchReader scan = file.read(request)) {
      while (rows < MAX_ROWS && scan.next()) {
        Batch batch = scan.batch();
        for (int i = 0; i < batch.rows(); i += 1 + batch.rows() / 2) {
          batch.row(i);
        }
        rows += batch.rows();
      }
    }
    return rows;
  }

  private interface Step {
    void run() throws IOException;
  }

  /** Runs a step, which may refuse the file with a documented exception. */
  private void runs(Step step) throws IOException {
    long begun = HostileUse.usedNanos();
    try {
      step.run();
    } catch (UncheckedIOException e) {
      refused(e.getCause());
    } catch (IOException e) {
      refused(e);
    }
    mostNanos = Math.max(mostNanos, HostileUse.usedNanos() - begun);
  }

  private void refused(IOException e) throws IOException {
    if (e instanceof InsufficientMemoryException) {
      memory++;
      full += e.getMessage().contains("need more than is left") ? 1 : 0;
    } else if (e instanceof UnsupportedVersionException
        || e instanceof CorruptFileException c && c.path() != null && c.offset() >= 0) {
      corrupt++;
    } else {
      throw e;
    }
  }
}
