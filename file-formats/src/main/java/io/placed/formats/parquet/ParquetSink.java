package io.placed.formats.parquet;

import io.placed.formats.BatchSink;
import io.placed.formats.container.Container;
import io.placed.formats.container.Nesting;
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

/** Writes rows to one Parquet file. */
public final class ParquetSink implements BatchSink {
  private static final int MAGIC_BYTES = 4;

  /** The fraction of a row group that may stay empty at the end of a block. */
  private static final int PADDING_SHARE = 8;

  /** Above the size of any row group that is limited by its number of rows. */
  private static final long MOST_BYTES = 1L << 40;

  private final PositionOutput file;
  private final Nesting nesting;
  private final RowWriter rows;
  private final ParquetWriter<Integer> writer;
  private boolean finished;

  /**
   * @param container the placement; rows are already in its order
   */
  public ParquetSink(
      FileStore store,
      String path,
      Schema schema,
      ParquetCompression compression,
      Container container,
      boolean overwrite)
      throws IOException {
    nesting = container.nesting();
    rows = new RowWriter(nesting.nest(schema), metadata(container));
    file = store.create(path, new CreateOptions(overwrite, container.blockBytes(), true));
    ParquetConfiguration conf = new PlainParquetConfiguration();
    compression.configure(conf);
    try {
      writer =
          laidOut(new Builder(new Target(path, container.blockBytes()), rows), container, schema)
              .withConf(conf)
              .withCompressionCodec(compression.codec())
              .build();
    } catch (IOException | RuntimeException e) {
      file.abort();
      throw e;
    }
  }

  private static Map<String, String> metadata(Container container) {
    return container.placement() == null
        ? Map.of()
        : Map.of(Container.METADATA_KEY, container.placement().toString());
  }

  private static Builder laidOut(Builder writer, Container container, Schema schema) {
    long bytes = container.rowGroupBytes();
    int most = container.rowGroupRows();
    if (most > 0) {
      writer.withRowGroupRowCountLimit(most).withRowGroupSize(MOST_BYTES);
    }
    if (bytes > 0) {
      // At least one page per column must fit.
      long page = Math.max(1, bytes / (2L * schema.size()));
      writer
          .withRowGroupSize(bytes)
          .withPageSize((int) Math.min(ParquetWriter.DEFAULT_PAGE_SIZE, page));
    }
    if (container.blockBytes() > 0) {
      writer.withMaxPaddingSize(padding(container));
    }
    return writer;
  }

  /** Bytes at the end of a block that stay empty rather than hold a smaller row group. */
  private static int padding(Container container) {
    // The first row group starts after the magic bytes, and still fills a block.
    long whole = Math.max(0, container.blockBytes() - MAGIC_BYTES - 1);
    long some = container.rowGroupBytes() > 0 ? container.rowGroupBytes() : container.blockBytes();
    long most = Math.min(ParquetWriter.MAX_PADDING_SIZE_DEFAULT, some / PADDING_SHARE);
    return (int) Math.min(Integer.MAX_VALUE, container.alone() ? whole : Math.min(whole, most));
  }

  @Override
  public void write(Batch flat) throws IOException {
    Batch batch = nesting.nest(flat);
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

  /** A "record" is the index of a row in the current batch. */
  private static final class RowWriter extends WriteSupport<Integer> {
    private final MessageType message;
    private final Map<String, String> metadata;
    private final ValueWriters.Field[] fields;
    private Batch batch;
    private RecordConsumer out;

    RowWriter(Schema schema, Map<String, String> metadata) {
      this.message = ParquetTypes.message(schema);
      this.metadata = metadata;
      fields = new ValueWriters.Field[schema.size()];
      for (int i = 0; i < fields.length; i++) {
        fields[i] = ValueWriters.field(schema.field(i), i);
      }
    }

    @Override
    public WriteContext init(Configuration configuration) {
      return new WriteContext(message, metadata);
    }

    @Override
    public WriteContext init(ParquetConfiguration configuration) {
      return new WriteContext(message, metadata);
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
    private final long blockBytes;

    /**
     * @param blockBytes size of a block; 0: none
     */
    Target(String path, long blockBytes) {
      this.path = path;
      this.blockBytes = blockBytes;
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
      return blockBytes > 0;
    }

    @Override
    public long defaultBlockSize() {
      return blockBytes;
    }

    @Override
    public String getPath() {
      return path;
    }
  }
}
