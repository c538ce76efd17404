package io.placed.hive.read;

import io.placed.hive.PlacedRow;
import io.placed.hive.type.Columns;
import io.placed.hive.type.NestedPaths;
import io.placed.hive.type.SessionZone;
import io.placed.vector.Batch;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.ql.io.sarg.ConvertAstToSearchArg;
import org.apache.hadoop.hive.serde2.ColumnProjectionUtils;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapred.Reporter;

/**
 * Reads a split row by row, for queries and tools that do not use batches. Value objects are
 * reused.
 */
public final class RowReader extends SplitReader<PlacedRow> {
  private static final int BATCH_ROWS = 4096;

  private final int width;
  private final int[] targets;
  private final CellReader[] readers;
  private int row;
  private int rows;

  private RowReader(
      Reporter reporter, SplitScan scan, int width, int[] targets, CellReader[] readers) {
    super(scan, reporter);
    this.width = width;
    this.targets = targets;
    this.readers = readers;
  }

  /** Opens a split. Columns that the query does not use are null in its rows. */
  public static RowReader open(PlacedSplit split, Configuration job, Reporter reporter)
      throws IOException {
    Columns table = Columns.wanted(job);
    int[] targets = targets(job, table.size());
    SplitScan scan =
        SplitScan.open(
            split,
            job,
            table,
            targets,
            NestedPaths.of(job),
            ConvertAstToSearchArg.createFromConf(job),
            BATCH_ROWS);
    CellReaders make = new CellReaders(SessionZone.of(job));
    CellReader[] readers = new CellReader[targets.length];
    for (int i = 0; i < readers.length; i++) {
      readers[i] = make.of(table.types().get(targets[i]), scan.schema().field(i).type());
    }
    return new RowReader(reporter, scan, table.size(), targets, readers);
  }

  private static int[] targets(Configuration job, int width) {
    if (ColumnProjectionUtils.isReadAllColumns(job)) {
      return IntStream.range(0, width).toArray();
    }
    List<Integer> ids = new ArrayList<>(ColumnProjectionUtils.getReadColumnIDs(job));
    return ids.stream().mapToInt(i -> i).filter(i -> i < width).distinct().sorted().toArray();
  }

  @Override
  public boolean next(NullWritable key, PlacedRow value) throws IOException {
    while (row == rows) {
      if (!scan.next()) {
        return false;
      }
      row = 0;
      rows = scan.batch().rows();
    }
    Batch batch = scan.batch();
    Object[] values = (Object[]) value.row();
    for (int i = 0; i < targets.length; i++) {
      values[targets[i]] = readers[i].read(batch.column(i), row);
    }
    row++;
    return true;
  }

  @Override
  public PlacedRow createValue() {
    PlacedRow value = new PlacedRow();
    value.set(new Object[width]);
    return value;
  }
}
