package io.placed.cli.parquet;

import io.placed.cli.table.BatchSink;
import io.placed.io.CreateOptions;
import io.placed.io.FileStore;
import io.placed.io.PositionOutput;
import io.placed.schema.Schema;
import io.placed.vector.Batch;
import java.io.IOException;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.conf.ParquetConfiguration;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.api.WriteSupport;
import org.apache.parquet.io.OutputFile;
import org.apache.parquet.io.PositionOutputStream;
import org.apache.parquet.io.api.RecordConsumer;
import org.apache.parquet.schema.MessageType;

/** Rows into one Parquet file. */
public final class ParquetSink implements BatchSink {
  private final PositionOutput file;
  private final RowWriter rows;
  private final ParquetWriter<Integer> writer;
  private boolean finished;

  public ParquetSink(
      FileStore store,
      String path,
      Schema schema,
      ParquetCompression compression,
      boolean overwrite)
      throws IOException {
    MessageType message = ParquetTypes.message(schema);
    rows = new RowWriter(schema, message);
    file = store.create(path, new CreateOptions(overwrite, 0, true));
    ParquetConfiguration conf = new PlainParquetConfiguration();
    compression.configure(conf);
    try {
      writer =
          new Builder(new Target(path), rows)
              .withConf(conf)
              .withCompressionCodec(compression.codec())
              .build();
    } catch (IOException | RuntimeException e) {
      file.abort();
      throw e;
    }
  }

  @Override
  public void write(Batch batch) throws IOException {
    rows.batch = batch;
    for (int i = 0; i < batch.rows(); i++) {
      writer.write(i);
    }
  }

  @Override
  public void finish() throws IOException {
    writer.close();
    finished = true;
  }

  @Override
  public void close() throws IOException {
    if (!finished) {
      file.abort();
    }
  }

  /** A "record" is the number of a row in the batch at hand. */
  private static final class RowWriter extends WriteSupport<Integer> {
    private final MessageType message;
    private final ValueWriters.Field[] fields;
    private Batch batch;
    private RecordConsumer out;

    RowWriter(Schema schema, MessageType message) {
      this.message = message;
      fields = new ValueWriters.Field[schema.size()];
      for (int i = 0; i < fields.length; i++) {
        fields[i] = ValueWriters.field(schema.field(i), i);
      }
    }

    @Override
    public WriteContext init(Configuration configuration) {
      return new WriteContext(message, Map.of());
    }

    @Override
    public WriteContext init(ParquetConfiguration configuration) {
      return new WriteContext(message, Map.of());
    }

    @Override
    public void prepareForWrite(RecordConsumer consumer) {
      out = consumer;
    }

    @Override
    public void write(Integer row) {
      out.startMessage();
      for (int i = 0; i < fields.length; i++) {
        fields[i].write(batch.column(i), row, out);
      }
      out.endMessage();
    }
  }

  private static final class Builder extends ParquetWriter.Builder<Integer, Builder> {
    private final RowWriter rows;

    Builder(OutputFile file, RowWriter rows) {
      super(file);
      this.rows = rows;
    }

    @Override
    protected Builder self() {
      return this;
    }

    @Override
    protected WriteSupport<Integer> getWriteSupport(Configuration conf) {
      return rows;
    }

    @Override
    protected WriteSupport<Integer> getWriteSupport(ParquetConfiguration conf) {
      return rows;
    }
  }

  private final class Target implements OutputFile {
    private final String path;

    Target(String path) {
      this.path = path;
    }

    @Override
    public PositionOutputStream create(long blockSize) {
      return new PositionOutputStream() {
        @Override
        public long getPos() {
          return file.position();
        }

        @Override
        public void write(int b) throws IOException {
          file.write(b);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
          file.write(bytes, offset, length);
        }

        @Override
        public void flush() throws IOException {
          file.flush();
        }

        @Override
        public void close() throws IOException {
          file.close();
        }
      };
    }

    @Override
    public PositionOutputStream createOrOverwrite(long blockSize) {
      return create(blockSize);
    }

    @Override
    public boolean supportsBlockSize() {
      return false;
    }

    @Override
    public long defaultBlockSize() {
      return 0;
    }

    @Override
    public String getPath() {
      return path;
    }
  }
}
