package io.placed.experiments.peers;

import io.placed.benchmarks.engine.Engines;
import io.placed.benchmarks.engine.Format;
import io.placed.benchmarks.macro.TableFiles;
import io.placed.benchmarks.report.Progress;
import io.placed.experiments.BenchTables;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.schema.TypeKind;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Measures scans beside readers that a user would pick instead. */
@Command(
    name = "Peers",
    mixinStandardHelpOptions = true,
    header = "Scans beside Hardwood, DuckDB, Vortex, Lance and Arrow.",
    description = {
      "Sums of columns that are numbers, from files in the page cache, one core each. The readers",
      "take turns, and sums are compared. Those whose name ends in -sorted read a file that is",
      "sorted by the column of the filter. Python packages come from PyPI, Hardwood from Maven",
      "Central; both are kept below --data."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  bench Peers",
      "  bench Peers --table lineitem --peers placed,placed-sorted,duckdb,duckdb-sorted",
      "  bench Peers --peers placed,hardwood --java25 /usr/lib/jvm/temurin-25 --rounds 50"
    })
public final class PeersCommand implements Callable<Integer> {
  private static final List<String> PEERS =
      List.of(
          Peers.PLACED,
          Peers.PLACED_SORTED,
          "spark-parquet",
          Peers.HARDWOOD,
          "pyarrow",
          "duckdb",
          Peers.DUCKDB_SORTED,
          "duckdb-native",
          "vortex",
          "lance");

  /** Which rows of a table are summed by the last query, and its name. */
  private enum Rows {
    /** A twentieth of the table, which is nearly in this order. */
    STORE_SALES(
        "store_sales",
        "one quarter of the year",
        new SumOrder.Range("ss_sold_date_sk", 2_451_270, 2_451_360)),
    /** A hundredth of scale factor 1, scattered over the table unless it is sorted. */
    LINEITEM("lineitem", "2,000 of the parts", new SumOrder.Range("l_partkey", 1000, 2999));

    final String table;
    final String text;
    final SumOrder.Range range;

    Rows(String table, String text, SumOrder.Range range) {
      this.table = table;
      this.text = text;
      this.range = range;
    }
  }

  /** The columns that every reader sums alike. */
  private static final Set<TypeKind> NUMBERS =
      EnumSet.of(TypeKind.INT32, TypeKind.INT64, TypeKind.DOUBLE);

  @Spec CommandSpec spec;

  @Mixin BenchTables tables;

  @Option(
      names = "--table",
      paramLabel = "NAME",
      description = "store_sales, lineitem. Default: store_sales.")
  String table = Rows.STORE_SALES.table;

  @Option(
      names = "--peers",
      split = ",",
      paramLabel = "NAME",
      description =
          "placed, placed-sorted, spark-parquet, hardwood, pyarrow, duckdb, duckdb-sorted,"
              + " duckdb-native, vortex, lance. Default: all.")
  List<String> peers = PEERS;

  @Option(names = "--rounds", paramLabel = "N", description = "Runs of each query. Default: 20.")
  int rounds = 20;

  @Option(
      names = "--warm-up",
      paramLabel = "SECONDS",
      description = "Of each query, all readers together. Default: 60.")
  int warmUp = 60;

  @Option(
      names = "--java25",
      paramLabel = "DIR",
      description = "Home of a JDK of version 21 or newer, for Hardwood. Default: $JAVA25_HOME.")
  Path java = System.getenv("JAVA25_HOME") == null ? null : Path.of(System.getenv("JAVA25_HOME"));

  @Override
  public Integer call() throws Exception {
    Rows some = check();
    TableFiles files = tables.files(some.table);
    List<Format> formats = new ArrayList<>();
    for (String p : peers) {
      if (Peers.JAVA.containsKey(p)) {
        formats.add(Peers.engine(p, some.range.column()).format());
      }
    }
    PrintWriter out = spec.commandLine().getOut();
    try (Progress progress =
        Progress.start("Peers", Boolean.getBoolean("io.placed.cli.progress"))) {
      files.prepare(formats, (what, fraction) -> progress.set(fraction, what));
      try (Peers running =
          new Peers(tables.data, files.file(Engines.SOURCE), some.range.column())) {
        start(running, files, some.range.column());
        List<SumOrder> orders = orders(files.schema(), some);
        out.println("| sums of | " + String.join(" | ", running.names()) + " |");
        out.println("|---|" + "---:|".repeat(running.names().size()));
        for (int k = 0; k < orders.size(); k++) {
          SumOrder order = orders.get(k);
          progress.set((double) k / orders.size(), order.name());
          out.println(
              "| " + order.name() + " | " + String.join(" | ", measure(running, order)) + " |");
          out.flush();
        }
        out.println();
        running.parquetFiles().forEach(out::println);
      }
    }
    return 0;
  }

  private Rows check() {
    Rows some =
        Arrays.stream(Rows.values()).filter(r -> r.table.equals(table)).findAny().orElse(null);
    if (some == null) {
      throw new ParameterException(
          spec.commandLine(), "table '" + table + "' is not one of store_sales, lineitem");
    }
    for (String p : peers) {
      if (!PEERS.contains(p)) {
        throw new ParameterException(
            spec.commandLine(), "reader '" + p + "' is not one of " + String.join(", ", PEERS));
      }
    }
    if (rounds < 1 || warmUp < 0) {
      throw new ParameterException(
          spec.commandLine(), "--rounds is at least 1, --warm-up at least 0");
    }
    if (peers.contains(Peers.HARDWOOD) && (java == null || !Files.isDirectory(java))) {
      throw new ParameterException(
          spec.commandLine(),
          "hardwood needs a JDK of version 21 or newer: pass --java25 DIR, set JAVA25_HOME, or"
              + " leave it out of --peers");
    }
    return some;
  }

  private void start(Peers running, TableFiles files, String key) throws IOException {
    for (String p : peers) {
      if (Peers.PYTHON.contains(p)) {
        running.startPython(p);
      } else if (p.equals(Peers.HARDWOOD)) {
        running.startHardwood(java);
      } else {
        Path file = files.file(Peers.engine(p, key).format());
        running.startJava(p, file, files.schema().toString());
      }
    }
  }

  private static List<SumOrder> orders(Schema schema, Rows some) {
    List<String> all =
        schema.fields().stream()
            .filter(f -> NUMBERS.contains(f.type().kind()))
            .map(Field::name)
            .toList();
    List<String> last = all.subList(all.size() - 1, all.size());
    return List.of(
        new SumOrder(all.size() + " columns", all, null),
        new SumOrder("one column", last, null),
        new SumOrder(all.size() + " columns, " + some.text, all, some.range));
  }

  /** By reader: median, least and most milliseconds. */
  private List<String> measure(Peers running, SumOrder order) throws IOException {
    long warm = System.nanoTime() + TimeUnit.SECONDS.toNanos(warmUp);
    while (System.nanoTime() < warm) {
      round(running, order);
    }
    Map<String, double[]> millis = new LinkedHashMap<>();
    running.names().forEach(n -> millis.put(n, new double[rounds]));
    for (int k = 0; k < rounds; k++) {
      int r = k;
      round(running, order).forEach((name, sums) -> millis.get(name)[r] = sums.millis());
    }
    List<String> cells = new ArrayList<>();
    for (double[] of : millis.values()) {
      Arrays.sort(of);
      cells.add(
          String.format(
              Locale.ROOT, "%.1f (%.1f to %.1f)", of[of.length / 2], of[0], of[of.length - 1]));
    }
    return cells;
  }

  private static Map<String, Sums> round(Peers running, SumOrder order) throws IOException {
    Map<String, Sums> out = new LinkedHashMap<>();
    Sums expected = null;
    for (String name : running.names()) {
      Sums found = running.run(name, order);
      if (expected == null) {
        expected = found;
      } else if (!expected.same(found)) {
        throw new IllegalStateException(
            order.name()
                + ": the sums of "
                + name
                + " differ from those of "
                + running.names().get(0));
      }
      out.put(name, found);
    }
    return out;
  }
}
