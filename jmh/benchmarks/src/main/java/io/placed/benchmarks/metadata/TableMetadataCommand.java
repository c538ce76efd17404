package io.placed.benchmarks.metadata;

import com.google.gson.GsonBuilder;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Writes the metadata of made-up files, and measures what is done with it. */
@Command(
    name = "TableMetadata",
    mixinStandardHelpOptions = true,
    header = "Opening, planning and committing for a table of very many files, beside Iceberg.",
    description = {
      "The files are made up: only metadata is written, with bounds and counts of every column."
    })
public final class TableMetadataCommand implements Callable<Integer> {
  /** Files that the selective query reads. */
  private static final int SELECTED = 100;

  private static final int BATCH = 5000;

  @Spec CommandSpec spec;

  @Option(names = "--files", paramLabel = "N", description = "Data files. Default: 100000.")
  int files = 100_000;

  @Option(names = "--columns", paramLabel = "C", description = "Columns. Default: 30.")
  int columns = 30;

  @Option(names = "--rounds", paramLabel = "R", description = "Of each measurement. Default: 15.")
  int rounds = 15;

  @Option(
      names = "--formats",
      split = ",",
      paramLabel = "FORMAT",
      description = "placed, iceberg. Default: both.")
  List<String> formats = List.of("placed", "iceberg");

  @Option(
      names = "--plans",
      split = ",",
      paramLabel = "PLAN",
      description = {
        "selective, unsorted, all. Default: all three. The first two do not hold all files in",
        "memory: try them with a small heap."
      })
  List<String> plans = List.of("selective", "unsorted", "all");

  @Option(
      names = "--directory",
      paramLabel = "DIR",
      description = {
        "Keep the tables there, or use those that are there: only planning is measured,",
        "in a process that has read nothing yet."
      })
  Path directory;

  @Option(names = "--json", description = "Print JSON rather than Markdown.")
  boolean json;

  /**
   * Times in milliseconds.
   *
   * @param firstRead what the first round read; −1 requests = not counted
   */
  record Result(
      String format,
      String what,
      double first,
      double median,
      double least,
      double most,
      ReadCost firstRead) {}

  record Size(String format, long metadataBytes) {}

  record Report(int files, int columns, List<Result> times, List<Size> sizes) {}

  private interface Action {
    void run(int round) throws IOException;
  }

  @Override
  public Integer call() throws IOException {
    List<Result> times = new ArrayList<>();
    List<Size> sizes = new ArrayList<>();
    if (directory != null) {
      for (String format : formats) {
        Path home = directory.resolve(format);
        MetadataTable table = table(format, home);
        if (!Files.exists(home)) {
          write(table);
        }
        plan(table, times);
      }
    } else {
      measureAll(times, sizes);
    }
    print(new Report(files, columns, times, sizes));
    return 0;
  }

  private void measureAll(List<Result> times, List<Size> sizes) throws IOException {
    Path home = Files.createTempDirectory("placed-metadata");
    try {
      for (String format : formats) {
        MetadataTable table = table(format, home.resolve(format));
        write(table);
        plan(table, times);
        change(table, times);
        sizes.add(new Size(table.name(), table.bytes()));
      }
    } finally {
      try (Stream<Path> all = Files.walk(home)) {
        all.sorted(Comparator.reverseOrder()).forEach(p -> p.toFile().delete());
      }
    }
  }

  private MetadataTable table(String format, Path directory) {
    return switch (format) {
      case "placed" -> new PlacedTableOfFiles(directory, columns);
      case "iceberg" -> new IcebergTableOfFiles(directory, columns);
      default ->
          throw new ParameterException(
              spec.commandLine(), "format '" + format + "' is not one of placed, iceberg");
    };
  }

  private void write(MetadataTable table) throws IOException {
    table.create();
    for (long first = 0; first < files; first += BATCH) {
      table.append(
          LongStream.range(first, Math.min(files, first + BATCH)).mapToObj(this::file).toList());
    }
  }

  private void plan(MetadataTable table, List<Result> times) throws IOException {
    long low = files / 2 * MadeUpFile.STEP;
    long high = low + Math.min(SELECTED, files / 2) * MadeUpFile.STEP - 1;
    for (String plan : plans) {
      switch (plan) {
        case "selective" -> {
          int found = Math.min(SELECTED, files / 2);
          times.add(
              time(
                  table,
                  "open, plan of " + SELECTED + " files",
                  r -> require(table, found, table.plan(0, low, high))));
        }
        case "unsorted" -> {
          if (columns > 3) {
            times.add(
                time(table, "open, plan by an unsorted column", r -> table.plan(3, low, high)));
          }
        }
        case "all" ->
            times.add(
                time(
                    table,
                    "open, plan of all files",
                    r -> require(table, files, table.plan(0, null, null))));
        default ->
            throw new ParameterException(
                spec.commandLine(), "plan '" + plan + "' is not one of selective, unsorted, all");
      }
    }
  }

  private void change(MetadataTable table, List<Result> times) throws IOException {
    times.add(
        time(table, "append of one file", r -> table.append(List.of(file(files + (long) r)))));
    times.add(time(table, "delete of one file", r -> table.delete(file(r))));
  }

  private MadeUpFile file(long number) {
    return MadeUpFile.of(number, columns, files);
  }

  private static void require(MetadataTable table, long expected, long found) {
    if (expected != found) {
      throw new IllegalStateException(
          table.name() + " plans " + found + " files where there are " + expected);
    }
  }

  private Result time(MetadataTable table, String what, Action action) throws IOException {
    double[] millis = new double[rounds];
    ReadCost before = table.read();
    ReadCost firstRead = null;
    for (int r = 0; r < rounds; r++) {
      long start = System.nanoTime();
      action.run(r);
      millis[r] = (System.nanoTime() - start) / 1e6;
      firstRead = firstRead == null ? table.read().since(before) : firstRead;
    }
    double first = millis[0];
    Arrays.sort(millis);
    return new Result(
        table.name(), what, first, millis[rounds / 2], millis[0], millis[rounds - 1], firstRead);
  }

  private void print(Report report) {
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.println(new GsonBuilder().setPrettyPrinting().create().toJson(report));
      return;
    }
    out.printf(Locale.ROOT, "%,d files, %,d columns; milliseconds%n%n", files, columns);
    out.println("| | format | first | median | least | most | first: requests | first: KiB read |");
    out.println("|---|---|---:|---:|---:|---:|---:|---:|");
    report.times().stream()
        .sorted(Comparator.comparing(Result::what))
        .forEach(
            t ->
                out.printf(
                    Locale.ROOT,
                    "| %s | %s | %.1f | %.1f | %.1f | %.1f | %s | %,d |%n",
                    t.what(),
                    t.format(),
                    t.first(),
                    t.median(),
                    t.least(),
                    t.most(),
                    t.firstRead().requests() < 0 ? "–" : t.firstRead().requests(),
                    t.firstRead().bytes() / 1024));
    for (Size s : report.sizes()) {
      out.printf(Locale.ROOT, "%n%s: %,d bytes of metadata%n", s.format(), s.metadataBytes());
    }
  }
}
