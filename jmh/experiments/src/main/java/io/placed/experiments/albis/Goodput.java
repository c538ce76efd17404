package io.placed.experiments.albis;

import io.placed.benchmarks.engine.Container;
import io.placed.benchmarks.engine.Engine;
import io.placed.benchmarks.engine.Engines;
import io.placed.benchmarks.engine.Loop;
import io.placed.benchmarks.engine.Query;
import io.placed.benchmarks.engine.Scan;
import io.placed.benchmarks.engine.Totals;
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
import io.placed.schema.TypeKind;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Figures 2 to 4 and table 1: all 23 columns of store_sales, summed, by format. */
public final class Goodput implements Experiment {
  private static final String TABLE = "store_sales";
  private static final String FORMAT = "format";
  private static final String STORE = "store";
  private static final String THREADS = "threads";
  private static final String GOODPUT = "goodput";
  private static final String PLAIN = "bytes";
  private static final Path TMPFS = Path.of("/dev/shm");
  private static final String[] FORMATS = {
    "placed", "placed-albis", "arrow", "orc", "parquet", "avro", "json"
  };

  private final int number;
  private final Map<String, Path> copies = new HashMap<>();

  /**
   * @param number 36 (HDFS), 37 (cores), 38 (ns per row) or 39 (faster store)
   */
  public Goodput(int number) {
    this.number = number;
  }

  @Override
  public Title title() {
    String how =
        " Every value of the 23 columns of store_sales is read and summed, without compression"
            + " (Placed: with its encodings), warm. Goodput counts the bytes of values that are"
            + " present (4 of an int, 8 of a long or double), as in the paper. placed-albis is the"
            + " placement of that name.";
    return switch (number) {
      case 36 ->
          new Title(
              36,
              "Formats on HDFS",
              Paper.ALBIS,
              "figure 2",
              "One thread; HDFS is a data node of the same process unless --hdfs names one." + how);
      case 37 ->
          new Title(
              37,
              "Formats over cores",
              Paper.ALBIS,
              "figure 3",
              "Each thread reads the whole table, from HDFS." + how);
      case 38 ->
          new Title(
              38,
              "Time, instructions and cache misses of a row",
              Paper.ALBIS,
              "table 1",
              "One thread, a local file; instructions and cache misses by 'perf stat'." + how);
      default ->
          new Title(
              39,
              "A store faster than HDFS",
              Paper.ALBIS,
              "figure 4",
              "Crail is retired: the same on HDFS, a local disk and tmpfs; 'bytes' only reads the"
                  + " file of the placement albis."
                  + how);
    };
  }

  @Override
  public double scale(boolean quick) {
    return quick ? 0.02 : 1;
  }

  @Override
  public List<Knob> knobs() {
    Knob formats = Knob.words(FORMAT, "format, uncompressed", FORMATS);
    return switch (number) {
      case 36 -> List.of(formats);
      case 37 -> List.of(formats, Knob.numbers(THREADS, "threads", "1 2 4 8 16").quick("1 2"));
      case 38 ->
          List.of(
              Knob.words(
                  FORMAT,
                  "format, uncompressed",
                  "placed",
                  "placed-albis",
                  "arrow",
                  "orc",
                  "parquet"),
              Knob.words("counter", "what is counted", "time", "instructions", "cache-misses"));
      default -> {
        String[] all = Arrays.copyOf(FORMATS, FORMATS.length + 1);
        all[FORMATS.length] = PLAIN;
        yield List.of(
            Knob.words(FORMAT, "format, uncompressed; bytes: nothing is decoded", all)
                .quick("placed", "placed-albis", "arrow", PLAIN),
            Knob.words(STORE, "where the file is", "hdfs", "disk", "tmpfs"));
      }
    };
  }

  private static Engine engine(String format) {
    return switch (format) {
      case "placed" -> Engines.placedWith("placed none", Map.of("compression", "none"));
      case "placed-albis", PLAIN ->
          Engines.placedWith("placed albis", Map.of("placement", "albis", "compression", "none"));
      case "arrow" -> Engines.arrow("none");
      case "orc" -> Engines.orc("none", Container.USUAL);
      case "parquet" -> Engines.parquet("none", Container.USUAL);
      case "avro" -> Engines.avro("none");
      case "json" -> Engines.json();
      default -> throw new IllegalArgumentException("no format " + format);
    };
  }

  @Override
  public Outcome run(Cell cell, Lab lab) throws Exception {
    String format = cell.get(FORMAT);
    Engine engine = engine(format);
    TableFiles table = lab.table(TABLE);
    Path file = lab.file(TABLE, engine.format());
    String store = number == 39 ? cell.get(STORE) : number == 38 ? "disk" : "hdfs";
    String address =
        switch (store) {
          case "hdfs" -> onHdfs(file, lab);
          case "tmpfs" -> onTmpfs(file);
          default -> file.toString();
        };
    double bytes = values(table);
    if (format.equals(PLAIN)) {
      Outcome.Builder out =
          lab.warm("bytes of the file", () -> String.valueOf(PlainRead.all(address)));
      return out.with(GOODPUT, "Gbit/s", gigabits(Files.size(file), out.median("time")))
          .note("goodput of 'bytes' is that of the file's own bytes")
          .build();
    }
    Query all = new Query(table.schema(), table.totals().columns(), Loop.SIMPLE, null);
    String question = "sums of all columns";
    lab.check(question, table.totals().text());
    Scan scan = engine.prepare(address, all);
    Callable<String> task = () -> scan.run().text();
    if (number == 38 && !cell.is("counter", "time")) {
      lab.check(question, task.call());
      double count = PerfCounter.count(cell.get("counter"), scan);
      return Outcome.ofNothing().with("per row", "", count / table.rows()).build();
    }
    int threads = number == 37 ? cell.integer(THREADS) : 1;
    Outcome.Builder out =
        threads == 1
            ? lab.warm(question, task)
            : threads(threads, engine, address, all, question, lab);
    double millis = out.median("time");
    return out.with(GOODPUT, "Gbit/s", gigabits(threads * bytes, millis))
        .with("per row", "", millis * 1e6 / table.rows() / threads)
        .with("file", "B", Files.size(file))
        .build();
  }

  private static double gigabits(double bytes, double millis) {
    return bytes * 8 / 1e9 / (millis / 1e3);
  }

  private static Outcome.Builder threads(
      int threads, Engine engine, String address, Query all, String question, Lab lab)
      throws Exception {
    List<Scan> scans = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      scans.add(engine.prepare(address, all));
    }
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      return lab.warm(
          question,
          () -> {
            List<Future<Totals>> running = new ArrayList<>();
            for (Scan s : scans) {
              running.add(pool.submit(s::run));
            }
            String answer = null;
            for (Future<Totals> f : running) {
              answer = f.get().text();
              lab.check(question, answer);
            }
            return answer;
          });
    } finally {
      pool.shutdownNow();
    }
  }

  /** Bytes of the values that are present. */
  private static double values(TableFiles table) throws java.io.IOException {
    Schema schema = table.schema();
    Totals totals = table.totals();
    double out = 0;
    for (int c = 0; c < schema.size(); c++) {
      TypeKind kind = schema.field(c).type().kind();
      boolean wide = kind == TypeKind.DOUBLE || kind == TypeKind.INT64;
      out += totals.count(c) * (wide ? 8.0 : 4.0);
    }
    return out;
  }

  private String onHdfs(Path file, Lab lab) throws Exception {
    String name = file.getFileName().toString();
    if (!copies.containsKey("hdfs " + name)) {
      lab.hdfs().copyFrom(file, name);
      copies.put("hdfs " + name, file);
    }
    return lab.hdfs().path(name);
  }

  private String onTmpfs(Path file) throws Exception {
    if (!Files.isWritable(TMPFS)) {
      throw new NotMeasuredException(TMPFS + " is no tmpfs that can be written to");
    }
    String key = "tmpfs " + file.getFileName();
    if (!copies.containsKey(key)) {
      Path copy =
          TMPFS.resolve("placed-" + ProcessHandle.current().pid() + "-" + file.getFileName());
      Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING);
      copies.put(key, copy);
    }
    return copies.get(key).toString();
  }

  @Override
  public void close() throws java.io.IOException {
    for (var copy : copies.entrySet()) {
      if (copy.getKey().startsWith("tmpfs ")) {
        Files.deleteIfExists(copy.getValue());
      }
    }
    copies.clear();
  }

  private static OptionalDouble at(ResultTable t, String measure, String format, String... where) {
    String[] all = new String[where.length + 2];
    all[0] = FORMAT;
    all[1] = format;
    System.arraycopy(where, 0, all, 2, where.length);
    return t.median(measure, all);
  }

  @Override
  public List<Finding> findings() {
    return switch (number) {
      case 36 ->
          List.of(
              new Finding(
                  "Order of the formats",
                  "JSON < Avro < Parquet < ORC < Arrow",
                  t -> {
                    double[] g = {
                      at(t, GOODPUT, "json").orElse(9e9),
                      at(t, GOODPUT, "avro").orElse(0),
                      at(t, GOODPUT, "parquet").orElse(0),
                      at(t, GOODPUT, "orc").orElse(0),
                      at(t, GOODPUT, "arrow").orElse(0)
                    };
                    boolean ascending = true;
                    for (int i = 1; i < g.length; i++) {
                      ascending &= g[i] > g[i - 1];
                    }
                    return Finding.judged(
                        "JSON %.2f, Avro %.2f, Parquet %.2f, ORC %.2f, Arrow %.2f, Placed %.2f, its"
                            + " albis %.2f Gbit/s",
                        Finding.verdict(ascending),
                        at(t, GOODPUT, "json"),
                        at(t, GOODPUT, "avro"),
                        at(t, GOODPUT, "parquet"),
                        at(t, GOODPUT, "orc"),
                        at(t, GOODPUT, "arrow"),
                        at(t, GOODPUT, "placed"),
                        at(t, GOODPUT, "placed-albis"));
                  }));
      case 37 ->
          List.of(
              new Finding(
                  "Formats scale with cores",
                  "Albis 59.9 Gbit/s with 16 cores, 1.9–21.4 × the others",
                  t ->
                      Finding.shown(
                          "2 threads over 1: Placed %.2f, Arrow %.2f, Parquet %.2f ×",
                          scaling(t, "placed"), scaling(t, "arrow"), scaling(t, "parquet"))));
      case 38 ->
          List.of(
              row("Parquet", "105.3 ns", "parquet"),
              row("ORC", "63.0 ns", "orc"),
              row("Arrow", "31.2 ns", "arrow"),
              row("Albis (here: the placement albis)", "20.8 ns", "placed-albis"),
              row("(not in the paper) Placed, default placement", "–", "placed"),
              new Finding(
                  "Cache misses of a row",
                  "Parquet 9.2, ORC 4.6, Arrow 5.1, Albis 3.0",
                  t ->
                      Finding.shown(
                          "Parquet %.2f, ORC %.2f, Arrow %.2f, albis %.2f",
                          at(t, "per row", "parquet", "counter", "cache-misses"),
                          at(t, "per row", "orc", "counter", "cache-misses"),
                          at(t, "per row", "arrow", "counter", "cache-misses"),
                          at(t, "per row", "placed-albis", "counter", "cache-misses"))));
      default ->
          List.of(
              new Finding(
                  "On a store faster than HDFS, Albis comes near the hardware",
                  "59.9 Gbit/s on HDFS, 85.5 on Crail of 91.8 possible",
                  t ->
                      Finding.shown(
                          "Placed: HDFS %.2f, disk %.2f, tmpfs %.2f Gbit/s; bytes alone on tmpfs"
                              + " %.1f",
                          at(t, GOODPUT, "placed", STORE, "hdfs"),
                          at(t, GOODPUT, "placed", STORE, "disk"),
                          at(t, GOODPUT, "placed", STORE, "tmpfs"),
                          at(t, GOODPUT, PLAIN, STORE, "tmpfs"))));
    };
  }

  private static Finding row(String name, String paper, String format) {
    return new Finding(
        name + ", a row of 23 columns",
        paper,
        t -> Finding.shown("%.1f ns", at(t, "per row", format, "counter", "time")));
  }

  private static OptionalDouble scaling(ResultTable t, String format) {
    return Finding.ratio(
        at(t, GOODPUT, format, THREADS, "2"), at(t, GOODPUT, format, THREADS, "1"));
  }

  @Override
  public List<Chart> charts() {
    return switch (number) {
      case 36 -> List.of(Chart.bars("Goodput", GOODPUT, "Gbit/s", FORMAT));
      case 37 -> List.of(Chart.lines("Goodput", GOODPUT, "Gbit/s", THREADS));
      case 38 -> List.of(Chart.bars("Of a row: ns, or number", "per row", "", FORMAT, "counter"));
      default -> List.of(Chart.bars("Goodput", GOODPUT, "Gbit/s", FORMAT));
    };
  }
}
