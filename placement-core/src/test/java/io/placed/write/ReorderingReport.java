package io.placed.write;

import io.placed.io.FileStore;
import io.placed.io.IoCounters;
import io.placed.io.LocalFileStore;
import io.placed.placement.Placement;
import io.placed.scan.BatchReader;
import io.placed.scan.FileReader;
import io.placed.scan.request.ReadRequest;
import io.placed.schema.Schema;
import io.placed.statistics.ColumnStatistics;
import io.placed.vector.Batch;
import io.placed.vector.Column;
import io.placed.vector.DoubleColumn;
import io.placed.vector.IntColumn;
import io.placed.vector.LongColumn;
import io.placed.write.options.WriteOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/**
 * Measures the benefit of reorderings: rewrites a file with each of them, and prints its size and
 * how many pages random range predicates need, by the statistics of the pages.
 *
 * <p>Arguments: a Placed file, a directory for the new ones, three columns separated by commas
 * (integers, dates, timestamps, doubles, or decimals of up to 18 digits), reorderings. The seed
 * determines the predicates: half of them restrict all three columns, each to about 30 % of its
 * values, and half restrict one column to about 5 %.
 */
final class ReorderingReport {
  private static final int PREDICATES = 100;
  private static final int ROWS = 1 << 18;

  private ReorderingReport() {}

  public static void main(String[] args) throws IOException {
    FileStore store = new LocalFileStore();
    List<String> columns = List.of(args[2].split(","));
    double[][] quantiles = quantiles(store, args[0], columns);
    System.out.printf(
        "%-60s %10s %6s %10s %10s %8s%n",
        "reordering", "MiB", "pages", "3 columns", "1 column", "seconds");
    for (int a = 3; a < args.length; a++) {
      String path = args[1] + "/report.placed";
      long start = System.nanoTime();
      rewrite(store, args[0], path, args[a]);
      double seconds = (System.nanoTime() - start) / 1e9;
      try (FileReader file = FileReader.open(store.input(path), new IoCounters())) {
        double[] touched = new double[2];
        int pages = 0;
        Random random = new Random(42);
        for (int p = 0; p < PREDICATES; p++) {
          boolean box = p % 2 == 0;
          double[][] ranges = box ? box(quantiles, random) : slice(quantiles, random);
          int[] count = pages(file, columns, ranges);
          touched[p % 2] += count[0];
          pages = count[1];
        }
        double all = pages * (PREDICATES / 2) / 100.0;
        System.out.printf(
            Locale.ROOT,
            "%-60s %10.1f %6d %9.1f%% %9.1f%% %8.1f%n",
            args[a],
            file.length() / 1048576.0,
            pages,
            touched[0] / all,
            touched[1] / all,
            seconds);
      }
      store.delete(path, false);
    }
  }

  private static void rewrite(FileStore store, String from, String to, String reorder)
      throws IOException {
    WriteOptions options =
        WriteOptions.defaults().withPlacement(Placement.DEFAULT.with("placement.reorder", reorder));
    try (FileReader in = FileReader.open(store.input(from), new IoCounters());
        BatchReader rows = in.read(ReadRequest.all());
        FileWriter out = FileWriter.replace(store, to, in.schema(), options)) {
      while (rows.next()) {
        out.write(rows.batch());
      }
      out.finish();
    }
  }

  /** Every k-th value of each column in sorted order. */
  private static double[][] quantiles(FileStore store, String path, List<String> columns)
      throws IOException {
    double[][] values = new double[columns.size()][ROWS];
    int n = 0;
    try (FileReader in = FileReader.open(store.input(path), new IoCounters())) {
      Schema schema = in.schema().select(columns);
      long step = Math.max(1, in.rows() / ROWS);
      long at = 0;
      try (BatchReader rows = in.read(ReadRequest.all().withColumns(schema))) {
        while (rows.next()) {
          Batch b = rows.batch();
          for (int i = 0; i < b.rows(); i++) {
            if (at++ % step == 0 && n < ROWS) {
              for (int c = 0; c < values.length; c++) {
                values[c][n] = value(b.column(c), i);
              }
              n++;
            }
          }
        }
      }
    }
    for (int c = 0; c < values.length; c++) {
      values[c] = Arrays.copyOf(values[c], n);
      Arrays.sort(values[c]);
    }
    return values;
  }

  private static double value(Column column, int i) {
    return column instanceof IntColumn c
        ? c.get(i)
        : column instanceof LongColumn c ? c.get(i) : ((DoubleColumn) column).get(i);
  }

  private static double[][] box(double[][] quantiles, Random random) {
    List<double[]> ranges = new ArrayList<>();
    for (double[] q : quantiles) {
      ranges.add(range(q, 0.3, random));
    }
    return ranges.toArray(new double[0][]);
  }

  private static double[][] slice(double[][] quantiles, Random random) {
    double[][] ranges = new double[quantiles.length][];
    int c = random.nextInt(quantiles.length);
    ranges[c] = range(quantiles[c], 0.05, random);
    return ranges;
  }

  private static double[] range(double[] q, double share, Random random) {
    int width = (int) (q.length * share);
    int from = random.nextInt(q.length - width);
    return new double[] {q[from], q[from + width]};
  }

  /** Number of pages whose statistics do not exclude the ranges, and of all pages. */
  private static int[] pages(FileReader file, List<String> columns, double[][] ranges)
      throws IOException {
    int touched = 0;
    int pages = 0;
    for (int g = 0; g < file.rowGroups().size(); g++) {
      int rows = file.rowGroups().get(g).rows();
      int pageRows = file.rowGroups().get(g).pageRows();
      for (int p = 0; (long) p * pageRows < rows; p++) {
        boolean needed = true;
        for (int c = 0; c < ranges.length && needed; c++) {
          if (ranges[c] != null) {
            ColumnStatistics s = file.pageStatistics(g, p, columns.get(c));
            needed =
                s.min() != null
                    && ((Number) s.min()).doubleValue() <= ranges[c][1]
                    && ((Number) s.max()).doubleValue() >= ranges[c][0];
          }
        }
        touched += needed ? 1 : 0;
        pages++;
      }
    }
    return new int[] {touched, pages};
  }
}
