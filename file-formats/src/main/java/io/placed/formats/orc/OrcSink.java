package io.placed.formats.orc;

import io.placed.formats.BatchSink;
import io.placed.formats.container.Container;
import io.placed.formats.container.Nesting;
import io.placed.io.CreateOptions;
import io.placed.io.FileStore;
import io.placed.io.PositionOutput;
import io.placed.schema.Schema;
import io.placed.vector.Batch;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.orc.OrcConf;
import org.apache.orc.OrcFile;
import org.apache.orc.TypeDescription;
import org.apache.orc.Writer;

/** Writes rows to one ORC file. */
public final class OrcSink implements BatchSink {
  private static final long MIN_BUFFER = 16 << 10;
  private static final long MAX_BUFFER = 256 << 10;

  /** Minimum number of rows of a stripe that is limited by its size. */
  private static final int CHECK_ROWS = 500;

  private final PositionOutput file;
  private final Nesting nesting;
  private final TypeDescription type;
  private final StripeWriter stripes;
  private final Writer writer;
  private final int mostRows;
  private final int step;
  private int rowsInStripe;
  private boolean finished;

  /**
   * @param container the placement; rows are already in its order
   */
  public OrcSink(
      FileStore store,
      String path,
      Schema schema,
      OrcCompression compression,
      Container container,
      boolean overwrite)
      throws IOException {
    nesting = container.nesting();
    mostRows = container.rowGroupRows() > 0 ? container.rowGroupRows() : Integer.MAX_VALUE;
    step = container.rowGroupBytes() > 0 ? CHECK_ROWS : Integer.MAX_VALUE;
    Schema nested = nesting.nest(schema);
    type = OrcBatches.type(nested);
    file = store.create(path, new CreateOptions(overwrite, container.blockBytes(), true));
    try {
      OrcFile.WriterOptions options =
          options(container, compression, schema.size())
              .setSchema(type)
              .useUTCTimestamp(true)
              .setProlepticGregorian(true);
      stripes =
          new StripeWriter(
              new FSDataOutputStream(file, null),
              options,
              container.blockBytes(),
              container.alone());
      // ORC opens a path itself only without a physical writer. With one, this name only
      // distinguishes writers.
      writer =
          OrcFile.createWriter(
              new Path("file", null, "/" + UUID.randomUUID()), options.physicalWriter(stripes));
      if (container.placement() != null) {
        writer.addUserMetadata(
            Container.METADATA_KEY,
            ByteBuffer.wrap(container.placement().toString().getBytes(StandardCharsets.UTF_8)));
      }
    } catch (IOException | RuntimeException e) {
      file.abort();
      throw e;
    }
  }

  private static OrcFile.WriterOptions options(
      Container container, OrcCompression compression, int columns) {
    Configuration conf = new Configuration(false);
    if (compression.level() != 0) {
      OrcConf.COMPRESSION_ZSTD_LEVEL.setInt(conf, compression.level());
    }
    long bytes = container.rowGroupBytes();
    if (bytes > 0) {
      OrcConf.STRIPE_SIZE.setLong(conf, bytes);
      // Streams end at whole buffers, which must be small compared with a column of a stripe.
      OrcConf.BUFFER_SIZE.setLong(
          conf, Math.max(MIN_BUFFER, Math.min(MAX_BUFFER, bytes / (2L * columns))));
      OrcConf.ENFORCE_COMPRESSION_BUFFER_SIZE.setBoolean(conf, true);
    } else if (container.rowGroupRows() > 0) {
      OrcConf.STRIPE_SIZE.setLong(conf, Long.MAX_VALUE);
    }
    if (container.rowGroupRows() > 0) {
      OrcConf.STRIPE_ROW_COUNT.setLong(conf, container.rowGroupRows());
    }
    if (container.placement() != null) {
      // Rows are passed on in parts so small that the end of a stripe can be checked after each.
      OrcConf.ROWS_BETWEEN_CHECKS.setLong(conf, 1);
    }
    return OrcFile.writerOptions(conf).compress(compression.codec());
  }

  @Override
  public void write(Batch batch) throws IOException {
    Batch rows = nesting.nest(batch);
    for (int from = 0; from < rows.rows(); ) {
      int n = Math.min(Math.min(step, mostRows - rowsInStripe), rows.rows() - from);
      int before = stripes.count();
      writer.addRowBatch(OrcBatches.toOrc(rows, from, n, type));
      rowsInStripe = stripes.count() == before ? rowsInStripe + n : 0;
      from += n;
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
}
