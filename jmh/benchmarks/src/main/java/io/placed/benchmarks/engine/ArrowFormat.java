package io.placed.benchmarks.engine;

import io.placed.schema.Schema;
import io.placed.vector.Batch;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import org.apache.arrow.compression.CommonsCompressionFactory;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.compression.CompressionUtil.CodecType;
import org.apache.arrow.vector.compression.NoCompressionCodec;
import org.apache.arrow.vector.ipc.ArrowFileWriter;
import org.apache.arrow.vector.ipc.message.IpcOption;

/** Arrow's file format through arrow-vector. */
final class ArrowFormat extends Format {
  /** Rows of a record batch: a usual size, large against the cost of a batch. */
  private static final int BATCH_ROWS = 1 << 16;

  private final CodecType codec;

  ArrowFormat(String name, CodecType codec) {
    super("arrow " + name, ".arrow");
    this.codec = codec;
  }

  @Override
  public Sink<Batch> create(Schema schema, Path file, int groupRows) throws IOException {
    return new ArrowSink(schema, file, groupRows > 0 ? groupRows : BATCH_ROWS);
  }

  /** Rows are copied into Arrow's buffers as part of a write: the writer owns one set of them. */
  private final class ArrowSink implements Sink<Batch> {
    private final RootAllocator allocator = new RootAllocator();
    private final VectorSchemaRoot root;
    private final FileChannel channel;
    private final ArrowFileWriter writer;
    private final Batch pending;
    private final int groupRows;

    ArrowSink(Schema schema, Path file, int groupRows) throws IOException {
      this.groupRows = groupRows;
      root = VectorSchemaRoot.create(ArrowColumns.schema(schema), allocator);
      channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
      writer =
          new ArrowFileWriter(
              root,
              null,
              channel,
              Map.of(),
              IpcOption.DEFAULT,
              codec == CodecType.NO_COMPRESSION
                  ? NoCompressionCodec.Factory.INSTANCE
                  : CommonsCompressionFactory.INSTANCE,
              codec);
      writer.start();
      pending = Batch.of(schema);
    }

    @Override
    public Batch form(Batch batch) {
      return Sink.copy(batch);
    }

    @Override
    public void write(Batch rows) throws IOException {
      pending.appendRange(rows, 0, rows.rows());
      if (pending.rows() >= groupRows) {
        flush();
      }
    }

    private void flush() throws IOException {
      ArrowColumns.fill(pending, root);
      writer.writeBatch();
      pending.clear();
    }

    @Override
    public void finish() throws IOException {
      if (pending.rows() > 0) {
        flush();
      }
      writer.end();
    }

    @Override
    public void close() throws IOException {
      writer.close();
      channel.close();
      root.close();
      allocator.close();
    }
  }
}
