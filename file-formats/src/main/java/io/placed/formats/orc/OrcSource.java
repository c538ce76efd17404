package io.placed.formats.orc;

import io.placed.formats.BatchRows;
import io.placed.formats.BatchSource;
import io.placed.formats.FormatException;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.vector.Batch;
import java.io.IOException;
import java.util.Arrays;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.orc.Reader;
import org.apache.orc.RecordReader;
import org.apache.orc.TypeDescription;
import org.apache.orc.TypeDescription.RowBatchVersion;

/** The rows of one ORC file. */
final class OrcSource implements BatchSource {
  private final String path;
  private final Reader reader;
  private final RecordReader rows;
  private final VectorizedRowBatch from;
  private final Batch batch;
  private final int[] positions;
  private final OrcValues[] values;
  private final BatchRows batchRows;
  private int at;

  OrcSource(String path, Reader reader, Schema wanted) {
    this.path = path;
    this.reader = reader;
    TypeDescription type = reader.getSchema();
    int leaves = 0;
    boolean[] include = new boolean[type.getMaximumId() + 1];
    include[0] = true;
    positions = new int[wanted.size()];
    values = new OrcValues[wanted.size()];
    for (int i = 0; i < positions.length; i++) {
      Field f = wanted.field(i);
      positions[i] = type.getFieldNames().indexOf(f.name());
      TypeDescription child = type.getChildren().get(positions[i]);
      leaves += child.getMaximumId() - child.getId() + 1;
      Arrays.fill(include, child.getId(), child.getMaximumId() + 1, true);
      values[i] = OrcValues.of(f.name(), child);
    }
    from = type.createRowBatch(RowBatchVersion.USE_DECIMAL64, VectorizedRowBatch.DEFAULT_SIZE);
    try {
      rows = reader.rows(reader.options().include(include));
    } catch (IOException e) {
      throw FormatException.unreadable(path, e);
    }
    batch = Batch.of(wanted);
    batchRows = new BatchRows(leaves);
    from.size = 0;
  }

  @Override
  public Schema schema() {
    return batch.schema();
  }

  @Override
  public boolean next() throws IOException {
    batch.clear();
    int n = 0;
    long bytes = 0;
    int more;
    while ((more = batchRows.next(n, bytes)) > 0) {
      if (at == from.size) {
        at = 0;
        if (!nextVectors()) {
          from.size = 0;
          break;
        }
      }
      int rows = Math.min(more, from.size - at);
      long read = read(rows);
      batchRows.add(rows, read);
      bytes += read;
      at += rows;
      n += rows;
    }
    batch.setRows(n);
    return n > 0;
  }

  /** Appends rows from {@link #at} on; returns the bytes of their strings. */
  private long read(int rows) {
    long bytes = 0;
    for (int i = 0; i < positions.length; i++) {
      try {
        bytes += values[i].append(from.cols[positions[i]], at, rows, batch.column(i));
      } catch (FormatException e) {
        throw new FormatException(path + ": " + e.getMessage(), e);
      }
    }
    return bytes;
  }

  private boolean nextVectors() {
    try {
      return rows.nextBatch(from);
    } catch (IOException e) {
      throw FormatException.unreadable(path, e);
    } catch (RuntimeException e) {
      // ORC's readers do not check what they decode.
      throw new FormatException(path + ": not a valid ORC file: " + e, e);
    }
  }

  @Override
  public Batch batch() {
    return batch;
  }

  @Override
  public double fraction() {
    try {
      return rows.getProgress();
    } catch (IOException e) {
      return 0;
    }
  }

  @Override
  public void close() throws IOException {
    rows.close();
    reader.close();
  }
}
