package io.placed.experiments.formats;

import static io.placed.experiments.formats.FormatEngines.CODEC;
import static io.placed.experiments.formats.FormatEngines.FORMAT;

import io.placed.benchmarks.engine.Engine;
import io.placed.benchmarks.engine.Engines;
import io.placed.benchmarks.engine.Query;
import io.placed.benchmarks.engine.Sink;
import io.placed.benchmarks.engine.SourceFile;
import io.placed.benchmarks.macro.TableFiles;
import io.placed.experiments.Cell;
import io.placed.experiments.Chart;
import io.placed.experiments.Experiment;
import io.placed.experiments.Finding;
import io.placed.experiments.Knob;
import io.placed.experiments.Lab;
import io.placed.experiments.NotMeasuredException;
import io.placed.experiments.Outcome;
import io.placed.experiments.Paper;
import io.placed.experiments.ResultTable;
import io.placed.schema.Schema;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/** Figure 9 of the paper: writing catalog_sales. */
public final class WriteSales implements Experiment {
  static final Path TMPFS = Path.of("/dev/shm");
  private static final String TABLE = "catalog_sales";
  private static final String TARGET = "target";

  private List<Object> rows = List.of();
  private String rowsOf = "";

  @Override
  public Title title() {
    return new Title(
        15,
        "Writing catalog_sales",
        Paper.FORMATS,
        "figure 9",
        "Rows lie in memory in the form in which the format's writer takes them. To disk: until the"
            + " file is forced to the device. To memory: tmpfs, where the paper takes /dev/null,"
            + " which most of these libraries refuse. The last file is read and its sums"
            + " compared.");
  }

  @Override
  public double scale(boolean quick) {
    return quick ? 0.02 : 1;
  }

  @Override
  public List<Knob> knobs() {
    return List.of(
        FormatEngines.formats("placed", "parquet", "orc", "arrow"),
        FormatEngines.CODECS.quick("none", "lz4", "zstd"),
        Knob.words(TARGET, "where the file is written to", "disk", "memory"));
  }

  @Override
  public void close() {
    rows = List.of();
    rowsOf = "";
  }

  @Override
  public Outcome run(Cell cell, Lab lab) throws Exception {
    Engine engine = FormatEngines.of(cell.get(FORMAT), cell.get(CODEC));
    TableFiles table = lab.table(TABLE);
    boolean disk = cell.is(TARGET, "disk");
    if (!disk && !Files.isWritable(TMPFS)) {
      throw new NotMeasuredException(TMPFS + " is no tmpfs that can be written to");
    }
    String name = "written-" + ProcessHandle.current().pid() + ".placed";
    Path file = (disk ? lab.data() : TMPFS).resolve(name);
    prepare(cell.get(FORMAT), engine, table, file);
    List<Double> millis = new ArrayList<>();
    for (int r = -1; r < lab.runs(); r++) {
      Files.deleteIfExists(file);
      long start = System.nanoTime();
      write(engine, table.schema(), file);
      if (disk) {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
          channel.force(true);
        }
      }
      if (r >= 0) {
        millis.add((System.nanoTime() - start) / 1e6);
      }
    }
    Query all = TableScan.columns(table, table.totals().columns());
    String question = TableScan.question(TABLE, all);
    lab.check(question, TableScan.expected(table, all));
    String answer = engine.prepare(file, all).run().text();
    long size = Files.size(file);
    Files.delete(file);
    return Outcome.of(question, answer)
        .with("time", "ms", millis)
        .with("size", "B", size)
        .with("rows", "", table.rows())
        .build();
  }

  /** The form of rows in memory depends on the format, not on its codec. */
  private void prepare(String format, Engine engine, TableFiles table, Path file)
      throws IOException {
    if (rowsOf.equals(format)) {
      return;
    }
    rows = new ArrayList<>();
    Files.deleteIfExists(file);
    try (SourceFile in = new SourceFile(table.file(Engines.SOURCE), table.schema());
        Sink<?> sink = engine.format().create(table.schema(), file, 0)) {
      while (in.next()) {
        rows.add(sink.form(in.batch()));
      }
    }
    rowsOf = format;
  }

  private void write(Engine engine, Schema schema, Path file) throws IOException {
    try (Sink<?> sink = engine.format().create(schema, file, 0)) {
      writeAll(sink);
    }
  }

  /** The rows were made by a sink of the same kind. */
  @SuppressWarnings("unchecked")
  private <F> void writeAll(Sink<F> sink) throws IOException {
    for (Object batch : rows) {
      sink.write((F) batch);
    }
    sink.finish();
  }

  private static OptionalDouble time(ResultTable t, String format, String codec, String target) {
    return t.median("time", FORMAT, format, CODEC, codec, TARGET, target);
  }

  @Override
  public List<Finding> findings() {
    return List.of(
        new Finding(
            "Arrow writes fastest",
            "several times faster than Parquet and ORC",
            t ->
                Finding.number(
                    "Parquet takes %.2f × Arrow's time (none, memory)",
                    Finding.ratio(
                        time(t, "parquet", "none", "memory"), time(t, "arrow", "none", "memory")),
                    1.0001,
                    99)),
        new Finding(
            "ORC takes 50 % longer than Parquet",
            "about 1.5 ×",
            t ->
                Finding.number(
                    "%.2f × (zstd, disk)",
                    Finding.ratio(
                        time(t, "orc", "zstd", "disk"), time(t, "parquet", "zstd", "disk")),
                    1.1,
                    3)),
        new Finding(
            "(not in the paper) Placed",
            "–",
            t ->
                Finding.shown(
                    "%.2f × Parquet's time (zstd, disk)",
                    Finding.ratio(
                        time(t, "placed", "zstd", "disk"), time(t, "parquet", "zstd", "disk")))));
  }

  @Override
  public List<Chart> charts() {
    return List.of(
        Chart.bars("Time to write", "time", "ms", CODEC, TARGET),
        Chart.bars("Size of the file", "size", "MiB", CODEC, TARGET).mebibytes());
  }
}
