package io.placed.advise;

import io.placed.advise.order.CodeBatch;
import io.placed.advise.order.CodeCondition;
import io.placed.advise.order.CodeSample;
import io.placed.advise.rank.ColumnCodes;
import io.placed.advise.rank.RankScale;
import io.placed.placement.reorder.Sample;
import io.placed.predicate.Predicate;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.schema.Type;
import io.placed.vector.Batch;
import io.placed.vector.BytesColumn;
import io.placed.vector.Column;
import io.placed.vector.IntColumn;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * A sample of the filter columns of a table, as codes.
 *
 * @param fields the filter columns
 * @param columns their codes
 * @param batches codes of the sampled rows, by partition
 * @param all the same rows regardless of their partitions
 * @param scales ranks of the codes, from the sample
 * @param rows number of sampled rows
 * @param bytesRead to get them
 */
record TableSample(
    List<Field> fields,
    ColumnCodes[] columns,
    List<CodeBatch> batches,
    CodeSample all,
    RankScale[] scales,
    int rows,
    long bytesRead) {
  /**
   * Of tables with at most as many rows, runs of rows would come from most pages; so all pages are
   * read, for a sample that has rows of all partitions, and contains the one that a writer takes.
   */
  private static final long UNIFORM_ROWS = 8_000_000;

  private static final long FEW_ROWS = 4096;

  /**
   * @param filters positions of the filter columns
   * @param rows wanted
   */
  static TableSample of(AdvisedTable table, int[] filters, long rows) throws IOException {
    return of(table, filters, rows, UNIFORM_ROWS);
  }

  /**
   * The same.
   *
   * @param uniformRows of the largest tables that are read completely
   */
  static TableSample of(AdvisedTable table, int[] filters, long rows, long uniformRows)
      throws IOException {
    Schema schema = table.schema();
    List<Field> fields = Arrays.stream(filters).mapToObj(schema::field).toList();
    if (fields.isEmpty()) {
      return of(fields, List.of(), List.of(), null, 0, 0);
    }
    if (table.rows() <= uniformRows) {
      return uniform(table, fields, (int) rows);
    }
    List<Column> values = new ArrayList<>();
    fields.forEach(f -> values.add(Column.of(f.type())));
    List<int[]> runs = new ArrayList<>();
    int n = 0;
    long bytes;
    List<String> names = fields.stream().map(Field::name).toList();
    try (AdvisedTable.Rows in = table.sample(names, fitting(table, names, rows))) {
      while (in.next()) {
        Batch batch = in.batch();
        for (int c = 0; c < values.size(); c++) {
          append(values.get(c), batch.column(c), batch.rows());
        }
        n += batch.rows();
        int[] last = runs.isEmpty() ? null : runs.get(runs.size() - 1);
        if (last != null && last[0] == in.partition()) {
          last[1] += batch.rows();
        } else {
          runs.add(new int[] {in.partition(), batch.rows()});
        }
      }
      bytes = in.bytesRead();
    }
    return of(fields, values, runs, null, n, bytes);
  }

  /** Fewer rows if they have long values, as {@link Sample} keeps fewer, from a few of them. */
  private static long fitting(AdvisedTable table, List<String> names, long rows)
      throws IOException {
    long bytes = 0;
    long most = 0;
    try (AdvisedTable.Rows in = table.sample(names, FEW_ROWS)) {
      while (in.next()) {
        for (Column c : in.batch().columns()) {
          if (c instanceof BytesColumn b) {
            most += (long) Sample.MEAN_BYTES * b.size();
            bytes += Sample.bytes(b);
          }
        }
      }
    }
    return bytes <= most ? rows : Math.max(1, (long) ((double) rows * most / bytes));
  }

  /** Conditions on codes as conditions on values; null if there are none. */
  Predicate predicate(List<CodeCondition> conditions) {
    List<Predicate> parts = new ArrayList<>();
    for (CodeCondition c : conditions) {
      String column = fields.get(c.column()).name();
      List<Predicate> ranges = new ArrayList<>();
      for (int r = 0; r < c.ranges().length; r += 2) {
        ranges.add(columns[c.column()].predicate(column, c.ranges()[r], c.ranges()[r + 1]));
      }
      parts.add(Predicate.or(ranges));
    }
    return parts.isEmpty() ? null : Predicate.and(parts);
  }

  /** Rows of the whole table, each with the partition that it is in. */
  private static TableSample uniform(AdvisedTable table, List<Field> fields, int rows)
      throws IOException {
    int n = fields.size();
    // Names of columns may be any, so the partition needs others beside it.
    List<Field> numbered = new ArrayList<>();
    for (int c = 0; c < n; c++) {
      numbered.add(Field.of("c" + c, fields.get(c).type()));
    }
    numbered.add(Field.of("partition", Type.INT32));
    Schema schema = Schema.of(numbered);
    Sample sample = new Sample(schema, IntStream.rangeClosed(0, n).toArray(), rows, 0);
    try (AdvisedTable.Rows in = table.scan(fields.stream().map(Field::name).toList())) {
      while (in.next()) {
        Batch batch = in.batch();
        List<Column> columns = new ArrayList<>(batch.columns());
        columns.add(repeated(in.partition(), batch.rows()));
        sample.add(Batch.of(schema, columns, batch.rows()));
      }
      return byPartition(fields, sample, in.bytesRead());
    }
  }

  private static Column repeated(int value, int rows) {
    IntColumn out = (IntColumn) Column.of(Type.INT32);
    for (int i = 0; i < rows; i++) {
      out.append(value);
    }
    return out;
  }

  /**
   * @param sample of the fields, and of the partition
   */
  private static TableSample byPartition(List<Field> fields, Sample sample, long bytesRead) {
    int n = fields.size();
    Batch rows = sample.rows();
    IntColumn partition = (IntColumn) rows.column(n);
    Map<Integer, IntStream.Builder> positions = new TreeMap<>();
    for (int i = 0; i < rows.rows(); i++) {
      positions.computeIfAbsent(partition.get(i), p -> IntStream.builder()).add(i);
    }
    List<int[]> runs = new ArrayList<>();
    Batch sorted = Batch.of(rows.schema());
    positions.forEach(
        (number, of) -> {
          int[] some = of.build().toArray();
          sorted.appendSelected(rows, some, some.length);
          runs.add(new int[] {number, some.length});
        });
    // Each partition has a writer, which samples its rows only, and of long values fewer.
    long[] hashes = runs.size() > 1 || sample.isLong() ? null : sample.hashes();
    return of(fields, sorted.columns().subList(0, n), runs, hashes, rows.rows(), bytesRead);
  }

  private static void append(Column to, Column from, int rows) {
    if (from instanceof BytesColumn in) {
      Sample.append((BytesColumn) to, in, 0, rows);
    } else {
      to.appendRange(from, 0, rows);
    }
  }

  private static TableSample of(
      List<Field> fields,
      List<? extends Column> values,
      List<int[]> runs,
      long[] hashesOrNull,
      int rows,
      long bytes) {
    int n = values.size();
    ColumnCodes[] columns = new ColumnCodes[n];
    RankScale[] scales = new RankScale[n];
    char[][] codes = new char[n][rows];
    for (int c = 0; c < n; c++) {
      columns[c] = ColumnCodes.of(values.get(c));
      columns[c].encode(values.get(c), rows, codes[c]);
      long[] counts = new long[ColumnCodes.CODES];
      for (char code : codes[c]) {
        counts[code]++;
      }
      scales[c] = new RankScale(counts);
    }
    List<CodeBatch> batches = new ArrayList<>();
    int from = 0;
    for (int[] run : runs) {
      char[][] some = new char[n][];
      for (int c = 0; c < n; c++) {
        some[c] = Arrays.copyOfRange(codes[c], from, from + run[1]);
      }
      batches.add(new CodeBatch(some, run[1], run[0]));
      from += run[1];
    }
    CodeSample all = new CodeSample(new CodeBatch(codes, rows, 0), hashesOrNull);
    return new TableSample(fields, columns, batches, all, scales, rows, bytes);
  }
}
