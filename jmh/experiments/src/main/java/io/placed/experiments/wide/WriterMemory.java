package io.placed.experiments.wide;

import io.placed.benchmarks.engine.Engine;
import io.placed.datasets.RepeatedSource;
import io.placed.experiments.Cell;
import io.placed.experiments.Chart;
import io.placed.experiments.Experiment;
import io.placed.experiments.Finding;
import io.placed.experiments.Finding.Seen;
import io.placed.experiments.Finding.Verdict;
import io.placed.experiments.Knob;
import io.placed.experiments.Lab;
import io.placed.experiments.Outcome;
import io.placed.experiments.Paper;
import io.placed.experiments.ResultTable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Footnote 4: memory for writing very many columns. */
public final class WriterMemory implements Experiment {
  private static final String FORMAT = "format";
  private static final String COLUMNS = "wide-columns";
  private static final String HEAP = "heap";
  private static final String FITS = "fits";

  /** Rows of a row group: enough for values to count beside what is kept for each column. */
  private static final int ROWS = 256;

  @Override
  public Title title() {
    return new Title(
        34,
        "Memory of writers",
        Paper.WIDE,
        "footnote 4",
        "Ten row groups of 256 rows of doubles are written by a process with so much heap: 1 if it"
            + " succeeds, 0 if its heap is too small.");
  }

  @Override
  public double scale(boolean quick) {
    return 1;
  }

  @Override
  public List<Knob> knobs() {
    return List.of(
        Knob.words(FORMAT, "file format", "placed", "parquet", "orc", "arrow")
            .quick("placed", "parquet", "orc"),
        Knob.numbers(COLUMNS, "columns of the table", "2000 10000 100000").quick("2000"),
        Knob.numbers(HEAP, "heap of the writer, MiB", "64 128 256 512 1024 2048 4096")
            .quick("64 256"));
  }

  @Override
  public Outcome run(Cell cell, Lab lab) throws Exception {
    if (lab.isFork()) {
      return write(cell, lab);
    }
    try {
      return lab.fork(List.of("-Xmx" + cell.integer(HEAP) + "m"));
    } catch (java.io.IOException e) {
      if (e.getMessage().contains("OutOfMemoryError")) {
        return Outcome.ofNothing().with(FITS, "", 0).build();
      }
      throw e;
    }
  }

  private static Outcome write(Cell cell, Lab lab) throws Exception {
    String format = cell.get(FORMAT);
    Engine engine = WideFiles.engine(format, format.equals("arrow") ? "none" : "page");
    Path file = lab.data().resolve("memory-" + ProcessHandle.current().pid() + "." + format);
    try (RepeatedSource rows = new RepeatedSource(cell.integer(COLUMNS), false, ROWS)) {
      long start = System.nanoTime();
      engine.format().write(rows, file, ROWS, p -> {});
      double millis = (System.nanoTime() - start) / 1e6;
      int found = WideFiles.open(format, file);
      return Outcome.of(cell.get(COLUMNS) + " columns", String.valueOf(found))
          .with(FITS, "", 1)
          .with("write", "ms", millis)
          .with("file", "B", Files.size(file))
          .build();
    } finally {
      Files.deleteIfExists(file);
      Files.deleteIfExists(file.resolveSibling("partial-" + file.getFileName()));
      Files.deleteIfExists(file.resolveSibling(".partial-" + file.getFileName() + ".crc"));
    }
  }

  /** The least heap with which a format could be written. */
  private static String least(ResultTable t, String format) {
    String columns = t.most(COLUMNS);
    for (String heap : t.values(HEAP)) {
      if (t.median(FITS, FORMAT, format, COLUMNS, columns, HEAP, heap).orElse(0) == 1) {
        return heap + " MiB";
      }
    }
    return "more than " + t.most(HEAP) + " MiB";
  }

  @Override
  public List<Finding> findings() {
    return List.of(
        new Finding(
            "Writers of wide tables need much memory",
            "more than 80 GB for 100,000 columns with parquet-rs' default page limits",
            t ->
                t.isEmpty()
                    ? null
                    : new Seen(
                        t.most(COLUMNS)
                            + " columns: Placed "
                            + least(t, "placed")
                            + ", Parquet "
                            + least(t, "parquet")
                            + ", ORC "
                            + least(t, "orc"),
                        Verdict.SHOWN)));
  }

  @Override
  public List<Chart> charts() {
    return List.of(Chart.bars("Written with this heap", FITS, "", HEAP, COLUMNS));
  }
}
