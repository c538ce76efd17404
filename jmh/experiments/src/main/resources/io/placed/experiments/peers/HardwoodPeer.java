import dev.hardwood.HardwoodContext;
import dev.hardwood.InputFile;
import dev.hardwood.metadata.PhysicalType;
import dev.hardwood.reader.ColumnReader;
import dev.hardwood.reader.ColumnReaders;
import dev.hardwood.reader.FilterPredicate;
import dev.hardwood.reader.ParquetFileReader;
import dev.hardwood.reader.Validity;
import dev.hardwood.schema.ColumnProjection;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.file.Path;

/** Sums columns with Hardwood, for the benchmark Peers. Argument: the Parquet file. */
final class HardwoodPeer {
  private static long count;
  private static long longs;
  private static double doubles;

  public static void main(String[] args) throws Exception {
    BufferedReader orders = new BufferedReader(new InputStreamReader(System.in));
    try (HardwoodContext context = HardwoodContext.create(1)) {
      for (String line = orders.readLine(); line != null; line = orders.readLine()) {
        long start = System.nanoTime();
        String totals = run(Path.of(args[0]), context, line.split(" "));
        System.out.println((System.nanoTime() - start) / 1e6 + " " + totals);
      }
    }
  }

  private static String run(Path file, HardwoodContext context, String[] order) throws Exception {
    String[] columns = order[0].split(",");
    long[] counts = new long[columns.length];
    long[] wholes = new long[columns.length];
    double[] fractions = new double[columns.length];
    long rows = 0;
    try (ParquetFileReader reader = ParquetFileReader.open(InputFile.of(file), context)) {
      var builder = reader.buildColumnReaders(ColumnProjection.columns(columns));
      if (order.length > 1) {
        int low = Integer.parseInt(order[2]);
        int high = Integer.parseInt(order[3]);
        boolean narrow =
            reader.getFileSchema().getColumn(order[1]).type() == PhysicalType.INT32;
        builder.filter(
            FilterPredicate.and(
                narrow
                    ? FilterPredicate.gtEq(order[1], low)
                    : FilterPredicate.gtEq(order[1], (long) low),
                narrow
                    ? FilterPredicate.ltEq(order[1], high)
                    : FilterPredicate.ltEq(order[1], (long) high)));
      }
      try (ColumnReaders all = builder.build()) {
        while (all.nextBatch()) {
          int n = all.getRecordCount();
          rows += n;
          for (int c = 0; c < columns.length; c++) {
            add(all.getColumnReader(columns[c]), n);
            counts[c] += count;
            wholes[c] += longs;
            fractions[c] += doubles;
          }
        }
      }
    }
    StringBuilder out = new StringBuilder().append(rows);
    for (int c = 0; c < columns.length; c++) {
      out.append(' ').append(counts[c]).append(' ');
      out.append(fractions[c] != 0 ? String.valueOf(fractions[c]) : String.valueOf(wholes[c]));
    }
    return out.toString();
  }

  private static void add(ColumnReader column, int n) {
    count = 0;
    longs = 0;
    doubles = 0;
    Validity validity = column.getLeafValidity();
    switch (column.getColumnSchema().type()) {
      case INT32 -> ints(column.getInts(), validity, n);
      case INT64 -> longs(column.getLongs(), validity, n);
      case DOUBLE -> doubles(column.getDoubles(), validity, n);
      default -> throw new IllegalArgumentException(column.getColumnSchema().toString());
    }
  }

  private static void ints(int[] values, Validity validity, int n) {
    long sum = 0;
    if (!validity.hasNulls()) {
      for (int i = 0; i < n; i++) {
        sum += values[i];
      }
      count = n;
    } else {
      long[] words = validity.words();
      for (int i = 0; i < n; i++) {
        long present = words[i >> 6] >>> i & 1;
        sum += values[i] & -present;
        count += present;
      }
    }
    longs = sum;
  }

  private static void longs(long[] values, Validity validity, int n) {
    long sum = 0;
    if (!validity.hasNulls()) {
      for (int i = 0; i < n; i++) {
        sum += values[i];
      }
      count = n;
    } else {
      long[] words = validity.words();
      for (int i = 0; i < n; i++) {
        long present = words[i >> 6] >>> i & 1;
        sum += values[i] & -present;
        count += present;
      }
    }
    longs = sum;
  }

  private static void doubles(double[] values, Validity validity, int n) {
    double sum = 0;
    if (!validity.hasNulls()) {
      for (int i = 0; i < n; i++) {
        sum += values[i];
      }
      count = n;
    } else {
      long[] words = validity.words();
      for (int i = 0; i < n; i++) {
        if ((words[i >> 6] >>> i & 1) != 0) {
          sum += values[i];
          count++;
        }
      }
    }
    doubles = sum;
  }
}
