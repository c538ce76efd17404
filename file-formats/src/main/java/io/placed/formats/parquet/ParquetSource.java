package io.placed.formats.parquet;

import io.placed.formats.BatchRows;
import io.placed.formats.BatchSource;
import io.placed.formats.FormatException;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.vector.Batch;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.VersionParser;
import org.apache.parquet.VersionParser.ParsedVersion;
import org.apache.parquet.VersionParser.VersionParseException;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.hadoop.BadConfigurationException;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;

/** The rows of one Parquet file, read column by column. */
final class ParquetSource implements BatchSource {
  private final String path;
  private final ParquetFileReader reader;
  private final Batch batch;
  private final RowsReader[] fields;
  private final List<RowGroupReader> leaves = new ArrayList<>();
  private final FieldReader.Meter meter = new FieldReader.Meter();
  private final BatchRows batchRows;

  /** Of the writer; null if it is unknown. */
  private final ParsedVersion version;

  private final long totalRows;
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
    MessageType requested = new MessageType(file.getName(), chosen);
    reader.setRequestedSchema(requested);
    FileCalendar calendar = FileCalendar.of(reader.getFileMetaData().getKeyValueMetaData());
    FieldReader.Builder builder = new FieldReader.Builder(requested, calendar, meter, leaves);
    fields = new RowsReader[wanted.size()];
    for (int i = 0; i < fields.length; i++) {
      fields[i] = builder.build(requested.getType(i), batch.column(i));
    }
    batchRows = new BatchRows(leaves.size());
    version = version(reader.getFileMetaData().getCreatedBy());
    totalRows = reader.getRecordCount();
  }

  private static ParsedVersion version(String createdBy) {
    try {
      return VersionParser.parse(createdBy);
    } catch (RuntimeException | VersionParseException e) {
      // As parquet-column does: writers name themselves as they like.
      return null;
    }
  }

  @Override
  public Schema schema() {
    return batch.schema();
  }

  @Override
  public boolean next() {
    batch.clear();
    meter.beginBatch();
    int n = 0;
    try {
      int more;
      while ((more = batchRows.next(n, meter.bytes)) > 0 && (leftInGroup > 0 || nextGroup())) {
        int rows = (int) Math.min(more, leftInGroup);
        long before = meter.bytes;
        for (RowsReader field : fields) {
          field.read(rows);
        }
        batchRows.add(rows, meter.bytes - before);
        leftInGroup -= rows;
        n += rows;
      }
    } catch (FormatException e) {
      throw new FormatException(path + ": " + e.getMessage(), e);
    } catch (BadConfigurationException e) {
      throw new FormatException(
          path + ": compressed with a codec that is not available: " + e.getMessage(), e);
    } catch (IOException e) {
      throw FormatException.unreadable(path, e);
    } catch (RuntimeException e) {
      // parquet-column wraps whatever a converter throws.
      for (Throwable cause = e; cause != null; cause = cause.getCause()) {
        if (cause instanceof FormatException c) {
          throw new FormatException(path + ": " + c.getMessage(), e);
        }
      }
      // parquet-hadoop throws exceptions of every kind for damaged page headers.
      throw new FormatException(path + ": not a valid Parquet file: " + e.getMessage(), e);
    }
    done += n;
    batch.setRows(n);
    return n > 0;
  }

  private boolean nextGroup() throws IOException {
    do {
      PageReadStore pages = reader.readNextRowGroup();
      if (pages == null) {
        leaves.forEach(RowGroupReader::requireEnd);
        return false;
      }
      leftInGroup = pages.getRowCount();
      for (RowGroupReader leaf : leaves) {
        leaf.begin(pages, version);
      }
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
}
