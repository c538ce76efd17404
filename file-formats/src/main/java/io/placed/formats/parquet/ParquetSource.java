package io.placed.formats.parquet;

import io.placed.formats.BatchSource;
import io.placed.formats.FormatException;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.vector.Batch;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.ParquetRuntimeException;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.io.ColumnIOFactory;
import org.apache.parquet.io.MessageColumnIO;
import org.apache.parquet.io.RecordReader;
import org.apache.parquet.io.api.Converter;
import org.apache.parquet.io.api.GroupConverter;
import org.apache.parquet.io.api.RecordMaterializer;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;

/** The rows of one Parquet file, assembled straight into columns. */
final class ParquetSource implements BatchSource {
  private final String path;
  private final ParquetFileReader reader;
  private final Batch batch;
  private final MessageType requested;
  private final MessageColumnIO columns;
  private final Rows rows;
  private final long totalRows;
  private RecordReader<Boolean> records;
  private long leftInGroup;
  private long done;

  ParquetSource(String path, ParquetFileReader reader, Schema wanted) {
    this.path = path;
    this.reader = reader;
    this.batch = Batch.of(wanted);
    MessageType file = reader.getFileMetaData().getSchema();
    List<Type> chosen = new ArrayList<>();
    for (Field f : wanted.fields()) {
      chosen.add(file.getType(f.name()));
    }
    requested = new MessageType(file.getName(), chosen);
    reader.setRequestedSchema(requested);
    columns =
        new ColumnIOFactory(reader.getFileMetaData().getCreatedBy()).getColumnIO(requested, file);
    rows = new Rows();
    totalRows = reader.getRecordCount();
  }

  @Override
  public Schema schema() {
    return batch.schema();
  }

  @Override
  public boolean next() throws IOException {
    batch.clear();
    rows.meter.bytes = 0;
    int n = 0;
    try {
      while (n < BATCH_ROWS && rows.meter.bytes < BATCH_BYTES && (leftInGroup > 0 || nextGroup())) {
        records.read();
        leftInGroup--;
        n++;
      }
    } catch (ParquetRuntimeException e) {
      // parquet-column wraps whatever a converter throws.
      for (Throwable cause = e; cause != null; cause = cause.getCause()) {
        if (cause instanceof FormatException c) {
          throw new FormatException(path + ": " + c.getMessage(), e);
        }
      }
      throw new FormatException(path + ": not a valid Parquet file: " + e.getMessage(), e);
    } catch (FormatException e) {
      throw new FormatException(path + ": " + e.getMessage(), e);
    }
    done += n;
    batch.setRows(n);
    return n > 0;
  }

  private boolean nextGroup() throws IOException {
    do {
      PageReadStore pages = reader.readNextRowGroup();
      if (pages == null) {
        return false;
      }
      leftInGroup = pages.getRowCount();
      records = columns.getRecordReader(pages, rows);
    } while (leftInGroup == 0);
    return true;
  }

  @Override
  public Batch batch() {
    return batch;
  }

  @Override
  public double fraction() {
    return totalRows == 0 ? 1 : (double) done / totalRows;
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }

  /** The root converter. A "record" only signals that the columns got one more row. */
  private final class Rows extends RecordMaterializer<Boolean> {
    private final Converters.Meter meter = new Converters.Meter();
    private final Converters.Slot[] slots = new Converters.Slot[requested.getFieldCount()];
    private int row;

    private final GroupConverter root =
        new GroupConverter() {
          @Override
          public Converter getConverter(int field) {
            return slots[field].converter();
          }

          @Override
          public void start() {
            row = batch.column(0).size();
          }

          @Override
          public void end() {
            for (Converters.Slot s : slots) {
              s.endRow(row);
            }
          }
        };

    Rows() {
      for (int i = 0; i < slots.length; i++) {
        slots[i] = Converters.slot(requested.getType(i), batch.column(i), meter);
      }
    }

    @Override
    public Boolean getCurrentRecord() {
      return Boolean.TRUE;
    }

    @Override
    public GroupConverter getRootConverter() {
      return root;
    }
  }
}
