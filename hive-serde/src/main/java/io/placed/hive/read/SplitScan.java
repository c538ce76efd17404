package io.placed.hive.read;

import io.placed.hive.type.Columns;
import io.placed.hive.type.NestedPaths;
import io.placed.io.hadoop.HadoopFileStores;
import io.placed.scan.BatchReader;
import io.placed.scan.FileReader;
import io.placed.scan.request.ReadRequest;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.table.split.FileSlice;
import io.placed.vector.Batch;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.ql.io.sarg.SearchArgument;
import org.apache.hadoop.mapred.Reporter;

/** The scan of one split: selected columns, and only the rows that match Hive's search argument. */
final class SplitScan implements Closeable {
  private final PlacedSplit split;
  private final FileReader file;
  private final BatchReader rows;
  private final Schema schema;
  private boolean reported;

  private SplitScan(PlacedSplit split, FileReader file, BatchReader rows, Schema schema) {
    this.split = split;
    this.file = file;
    this.rows = rows;
    this.schema = schema;
  }

  /**
   * Opens the file of the split.
   *
   * @param columns positions in the table, in the order of the batches
   * @param sarg null for all rows
   */
  static SplitScan open(
      PlacedSplit split,
      Configuration job,
      Columns table,
      int[] columns,
      NestedPaths nested,
      SearchArgument sarg,
      int batchRows)
      throws IOException {
    FileSlice slice = split.slice();
    HadoopFileStores stores = new HadoopFileStores(job);
    FileReader file = slice.open(stores);
    try {
      Partition partition = split.partition();
      FileColumns found = new FileColumns(file, table, slice.names(), partition, split.logged());
      List<Field> wanted = new ArrayList<>();
      for (int c : columns) {
        wanted.add(found.wanted(c, nested));
      }
      Schema schema = Schema.of(wanted);
      ReadRequest request =
          slice
              .restrict(ReadRequest.all(), stores)
              .withColumns(schema)
              .withBatchRows(batchRows)
              .withCaseSensitive(false);
      SargTranslator.Condition condition =
          sarg == null
              ? null
              : new SargTranslator(table, c -> found.wanted(c, NestedPaths.ALL)).translate(sarg);
      List<Field> constant = new ArrayList<>(wanted);
      if (condition != null) {
        constant.addAll(condition.columns().fields());
        request = request.withTableSchema(condition.columns()).withFilter(condition.predicate());
      }
      request = request.withConstants(partition.constants(constant));
      return new SplitScan(split, file, file.read(request.withNames(found.names())), schema);
    } catch (IllegalArgumentException e) {
      file.close();
      throw new IOException(slice.path() + ": " + e.getMessage(), e);
    } catch (IOException | RuntimeException e) {
      file.close();
      throw e;
    }
  }

  /** Schema of the batches. */
  Schema schema() {
    return schema;
  }

  boolean next() throws IOException {
    return rows.next();
  }

  Batch batch() {
    return rows.batch();
  }

  /** Position in the file, for progress. */
  long position() {
    return split.getStart() + (long) (split.getLength() * (double) progress());
  }

  /** Progress from 0 to 1, by row groups. */
  float progress() {
    int all = split.slice().endRowGroup() - split.slice().firstRowGroup();
    return all == 0 ? 1 : Math.min(1f, rows.metrics().rowGroups() / (float) all);
  }

  /** Adds the metrics to the task's counters, once. */
  void report(Reporter reporter) {
    if (!reported) {
      reported = true;
      Counters.report(reporter, file.ioCounters(), rows.metrics(), split.eliminated());
    }
  }

  @Override
  public void close() throws IOException {
    try (file) {
      rows.close();
    }
  }
}
