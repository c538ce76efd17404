package io.placed.benchmarks.engine;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import org.apache.avro.file.DataFileReader;
import org.apache.avro.file.SeekableInput;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.util.Utf8;

/** Avro's generic records, one object for all rows; only the columns wanted are decoded. */
final class AvroReader implements Reader {
  @Override
  public Scan prepare(String file, Query query) {
    org.apache.avro.Schema wanted = AvroFormat.schema(query.schemaRead());
    Filtering filtering = new Filtering(query);
    Cells[] cells = new Cells[query.columnsRead().size()];
    Row[] rows = new Row[cells.length];
    for (int c = 0; c < cells.length; c++) {
      rows[c] = new Row();
      cells[c] = rows[c];
    }
    return () -> {
      Totals totals = query.totals();
      filtering.start();
      GenericDatumReader<GenericRecord> datums = new GenericDatumReader<>(null, wanted);
      try (DataFileReader<GenericRecord> reader =
          new DataFileReader<>(new Input(Channels.open(file)), datums)) {
        GenericRecord row = null;
        while (reader.hasNext()) {
          row = reader.next(row);
          for (int c = 0; c < rows.length; c++) {
            rows[c].value = row.get(c);
          }
          filtering.add(cells, 1, totals);
        }
      }
      return totals;
    };
  }

  /** A value of the current row. */
  private static final class Row implements Cells {
    private Object value;

    @Override
    public boolean isNull(int i) {
      return value == null;
    }

    @Override
    public long longAt(int i) {
      return ((Number) value).longValue();
    }

    @Override
    public double doubleAt(int i) {
      return ((Number) value).doubleValue();
    }

    @Override
    public long textAt(int i) {
      Utf8 text = (Utf8) value;
      return Sums.text(text.getBytes(), 0, text.getByteLength());
    }

    @Override
    public boolean textEquals(int i, byte[] utf8) {
      Utf8 text = (Utf8) value;
      return java.util.Arrays.equals(
          text.getBytes(), 0, text.getByteLength(), utf8, 0, utf8.length);
    }
  }

  /** A channel as Avro wants it. */
  private record Input(SeekableByteChannel channel) implements SeekableInput {
    @Override
    public void seek(long position) throws IOException {
      channel.position(position);
    }

    @Override
    public long tell() throws IOException {
      return channel.position();
    }

    @Override
    public long length() throws IOException {
      return channel.size();
    }

    @Override
    public int read(byte[] to, int offset, int length) throws IOException {
      return channel.read(ByteBuffer.wrap(to, offset, length));
    }

    @Override
    public void close() throws IOException {
      channel.close();
    }
  }
}
