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
import io.placed.vector.Batch;
import io.placed.vector.BytesColumn;
import io.placed.vector.Column;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
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
   * read, for a sample that contains the one that a writer takes.
   */
  private static final long UNIFORM_ROWS = 8_000_000;

  /** Strings are compared by their first bytes. */
  private static final int MAX_BYTES = 64;

  /**
   * @param filters positions of the filter columns
   * @param rows wanted
   */
  static TableSample of(AdvisedTable table, int[] filters, long rows) throws IOException {
    Schema schema = table.schema();
    List<Field> fields = Arrays.stream(filters).mapToObj(schema::field).toList();
    if (fields.isEmpty()) {
      return of(fields, List.of(), List.of(), null, 0, 0);
    }
    if (table.partitionColumns().isEmpty() && table.rows() <= UNIFORM_ROWS) {
      return uniform(table, fields, (int) rows);
    }
    List<Column> values = new ArrayList<>();
    fields.forEach(f -> values.add(Column.of(f.type())));
    List<int[]> runs = new ArrayList<>();
    int n = 0;
    long bytes;
    try (AdvisedTable.Rows in = table.sample(fields.stream().map(Field::name).toList(), rows)) {
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

  private static TableSample uniform(AdvisedTable table, List<Field> fields, int rows)
      throws IOException {
    int[] all = IntStream.range(0, fields.size()).toArray();
    Sample sample = new Sample(Schema.of(fields), all, rows, 0);
    try (AdvisedTable.Rows in = table.scan(fields.stream().map(Field::name).toList())) {
      while (in.next()) {
        sample.add(in.batch());
      }
      Batch of = sample.rows();
      List<int[]> run = List.of(new int[] {0, of.rows()});
      return of(fields, of.columns(), run, sample.hashes(), of.rows(), in.bytesRead());
    }
  }

  private static void append(Column to, Column from, int rows) {
    if (from instanceof BytesColumn in) {
      for (int i = 0; i < rows; i++) {
        if (in.isNull(i)) {
          to.appendNull();
        } else {
          int length = Math.min(MAX_BYTES, in.lengths()[i]);
          ((BytesColumn) to).append(in.arena(), in.starts()[i], length);
        }
      }
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
