package io.placed.benchmarks;

import io.placed.benchmarks.engine.Engine;
import io.placed.benchmarks.engine.Engines;
import io.placed.benchmarks.engine.Format;
import io.placed.benchmarks.engine.Loop;
import io.placed.benchmarks.engine.Query;
import io.placed.benchmarks.macro.FilterLookup;
import io.placed.benchmarks.macro.FilterMost;
import io.placed.benchmarks.macro.FilterRange;
import io.placed.benchmarks.macro.FilterSelective;
import io.placed.benchmarks.macro.FilterString;
import io.placed.benchmarks.macro.ProjectOneColumn;
import io.placed.benchmarks.macro.ScanBenchmark;
import io.placed.benchmarks.macro.StoreSalesScan;
import io.placed.benchmarks.macro.TableFiles;
import io.placed.benchmarks.macro.WideTableOpen;
import io.placed.benchmarks.macro.WriteTable;
import io.placed.benchmarks.report.JmhRun;
import io.placed.benchmarks.report.Measurement;
import io.placed.benchmarks.report.Progress;
import io.placed.benchmarks.report.Report;
import io.placed.benchmarks.report.SizesReport;
import io.placed.datasets.TableSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/** What the command runs, benchmark by benchmark. */
final class Benchmarks {
  private static final String MICRO = "Micro";
  private static final String SIZES = "Sizes";
  private static final String WRITE = WriteTable.class.getSimpleName();
  private static final double TINY = 0.001;

  /** Tables whose sizes are shown: generated ones, and the CSV files that are at hand. */
  private static final List<String> SIZED =
      List.of(
          "store_sales",
          "store_sales:decimal",
          "web_sales",
          "catalog_sales",
          "inventory",
          "customer",
          "customer_address",
          "item",
          "lineitem",
          "lineitem:decimal",
          "orders",
          "part");

  private static final List<String> FILES =
      List.of("flights.csv.gz", "weather.csv", "birdstrikes.csv");

  private static final Map<String, ScanBenchmark> SCANS = new LinkedHashMap<>();

  static {
    Stream.of(
            new StoreSalesScan(),
            new ProjectOneColumn(),
            new FilterRange(),
            new FilterLookup(),
            new FilterSelective(),
            new FilterMost(),
            new FilterString(),
            new WideTableOpen())
        .forEach(b -> SCANS.put(b.getClass().getSimpleName(), b));
  }

  private final BenchmarksCommand command;

  Benchmarks(BenchmarksCommand command) {
    this.command = command;
  }

  static List<String> names() {
    List<String> out = new ArrayList<>(SCANS.keySet());
    out.addAll(List.of(WRITE, SIZES, MICRO));
    return out;
  }

  /** What the benchmark uses, with the tables that were chosen. */
  OptionUse options(String name) {
    if (name.equals(MICRO)) {
      return OptionUse.micro();
    }
    OptionUse out =
        name.equals(SIZES)
            ? OptionUse.sizes()
            : name.equals(WRITE) ? OptionUse.write() : OptionUse.scan();
    ScanBenchmark scan = SCANS.get(name);
    List<String> usual = scan == null ? SIZED : List.of(scan.defaultTable());
    List<String> tables = command.tables.isEmpty() ? usual : command.tables;
    boolean scaled = tables.stream().anyMatch(t -> TableSpec.parse(t, 1).hasScale());
    return scaled ? out : out.withoutScale();
  }

  void run(String name) throws Exception {
    if (name.equals(SIZES)) {
      sizes();
    } else if (name.equals(MICRO)) {
      micro();
    } else if (name.equals(WRITE)) {
      write();
    } else {
      scan(name, SCANS.get(name));
    }
  }

  private void scan(String name, ScanBenchmark benchmark) throws Exception {
    String table = table(benchmark.defaultTable());
    List<Engine> engines = engines(Engines.all());
    TableFiles files = prepare(name, table, engines);
    Query query = benchmark.query(files, Loop.SIMPLE);
    // Written down before the forks start, which read it.
    var expected = benchmark.expected(files, query);
    Map<String, List<String>> parameters = parameters(table, engines);
    List<String> loops =
        benchmark instanceof StoreSalesScan ? List.of("simple", "wide") : List.of("simple");
    parameters.put("loop", command.loops.isEmpty() ? loops : command.loops);
    List<Measurement> measured = measure(name, benchmark.getClass(), parameters);
    boolean perRow = query.filters().isEmpty() && !(benchmark instanceof WideTableOpen);
    Report report = report(name, measured, engines, files, perRow ? files.rows() : 0);
    String what =
        query.filters().isEmpty()
            ? ""
            : " where " + query.filters().get(0) + ": " + expected.rows() + " rows";
    report.note(
        String.format(
            Locale.ROOT,
            "Sums of %d of the columns%s. All engines found the same (checksum %016x).",
            query.columns().size(),
            what,
            expected.checksum()));
    finish(report);
  }

  private void write() throws Exception {
    String table = table("store_sales");
    List<Engine> engines = new ArrayList<>();
    for (Engine e : engines(Engines.all())) {
      boolean another = engines.stream().noneMatch(o -> o.format() == e.format());
      if (another && !e.name().equals(Engines.PLAIN)) {
        engines.add(e);
      }
    }
    TableFiles files = prepare(WRITE, table, engines);
    List<Measurement> measured = measure(WRITE, WriteTable.class, parameters(table, engines));
    finish(report(WRITE, measured, engines, files, files.rows()));
  }

  private void sizes() throws Exception {
    List<String> tables = new ArrayList<>(command.tables);
    if (tables.isEmpty()) {
      tables.addAll(command.smoke ? List.of("store_sales", "lineitem:decimal") : SIZED);
      FILES.stream()
          .map(f -> BenchmarksCommand.home().resolve("../shared/data").resolve(f).normalize())
          .filter(f -> Files.exists(f) && !command.smoke)
          .forEach(f -> tables.add(f.toString()));
    }
    List<Engine> engines = engines(Engines.all());
    SizesReport report = new SizesReport(command.command(), Engines.SOURCE.name());
    for (String table : tables) {
      TableFiles files = prepare(SIZES, table, engines);
      Map<String, Long> bytes = new LinkedHashMap<>();
      for (Format f : Engines.formats()) {
        boolean wanted = engines.stream().anyMatch(e -> e.format() == f);
        if (wanted || f == Engines.SOURCE) {
          bytes.put(f.name(), Files.size(files.file(f)));
        }
      }
      String label = TableSpec.parse(table, scale()).label();
      report.add(label, files.rows(), files.schema().size(), bytes);
    }
    report.write(command.out());
    command.print(report.markdown(), report.json());
  }

  private void micro() throws Exception {
    try (Progress bar = BenchmarksCommand.progress(MICRO)) {
      Map<String, List<String>> parameters = new LinkedHashMap<>();
      if (command.smoke) {
        parameters.put("width", List.of("7", "40"));
        parameters.put("nulls", List.of("20"));
      }
      String include = "^io\\.placed\\.encoding\\..*" + command.include;
      List<Measurement> measured = JmhRun.run(include, parameters, command.options(MICRO), bar);
      finish(new Report(MICRO, command.command(), command.heap(), measured, 0, null, Map.of()));
    }
  }

  private TableFiles prepare(String name, String table, List<Engine> engines) throws IOException {
    TableFiles files = new TableFiles(command.data(), TableSpec.parse(table, scale()));
    List<Format> formats = engines.stream().map(Engine::format).distinct().toList();
    try (Progress bar = BenchmarksCommand.progress(name)) {
      files.prepare(formats, (what, fraction) -> bar.set(fraction, what));
    }
    return files;
  }

  private Map<String, List<String>> parameters(String table, List<Engine> engines) {
    Map<String, List<String>> out = new LinkedHashMap<>();
    out.put("engine", engines.stream().map(Engine::name).toList());
    out.put("table", List.of(table));
    out.put("scale", List.of(String.valueOf(scale())));
    out.put("data", List.of(command.data().toString()));
    return out;
  }

  private List<Measurement> measure(
      String name, Class<?> benchmark, Map<String, List<String>> parameters) throws Exception {
    String include = "^" + benchmark.getName().replace(".", "\\.") + "\\.";
    try (Progress bar = BenchmarksCommand.progress(name)) {
      return JmhRun.run(include, parameters, command.options(name), bar);
    }
  }

  private Report report(
      String name, List<Measurement> measured, List<Engine> engines, TableFiles files, long rows)
      throws IOException {
    Map<String, Long> bytes = new LinkedHashMap<>();
    for (Engine e : engines) {
      if (!e.name().equals(Engines.PLAIN)) {
        bytes.put(e.name(), Files.size(files.file(e.format())));
      }
    }
    boolean plain = engines.stream().anyMatch(e -> e.name().equals(Engines.PLAIN));
    String baseline = plain ? Engines.PLAIN : null;
    Report report =
        new Report(name, command.command(), command.heap(), measured, rows, baseline, bytes);
    return report.note(
        String.format(
            Locale.ROOT,
            "%s, scale factor %s: %d rows, %d columns.",
            files.label(),
            scale(),
            files.rows(),
            files.schema().size()));
  }

  private void finish(Report report) throws IOException {
    report.write(command.out());
    command.print(report.markdown(), report.json());
  }

  private double scale() {
    return command.scale != null ? command.scale : command.smoke ? TINY : 1;
  }

  private String table(String usual) {
    if (command.tables.size() > 1) {
      throw command.usage("one table at a time, found " + command.tables);
    }
    String tiny = usual.startsWith("wide") ? "wide-100x2" : usual;
    return command.tables.isEmpty() ? (command.smoke ? tiny : usual) : command.tables.get(0);
  }

  private List<Engine> engines(List<Engine> all) {
    List<Engine> chosen = all.stream().filter(e -> wanted(e.name(), all)).toList();
    if (chosen.isEmpty()) {
      throw command.usage(
          "no engine has "
              + String.join(" or ", command.engines)
              + " in its name; there are "
              + String.join(" | ", all.stream().map(Engine::name).toList()));
    }
    return chosen;
  }

  /** A text that is a whole name means only that engine, any other all whose name contains it. */
  private boolean wanted(String name, List<Engine> all) {
    return command.engines.isEmpty()
        || command.engines.stream()
            .anyMatch(
                text ->
                    all.stream().anyMatch(e -> e.name().equals(text))
                        ? name.equals(text)
                        : name.contains(text));
  }
}
