package io.placed.benchmarks.engine;

import io.placed.formats.container.Nesting;
import io.placed.formats.orc.OrcBatches;
import io.placed.schema.Schema;
import io.placed.vector.Batch;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.orc.CompressionKind;
import org.apache.orc.OrcConf;
import org.apache.orc.OrcFile;
import org.apache.orc.TypeDescription;
import org.apache.orc.Writer;

/** ORC's own writer with its defaults. */
final class OrcFormat extends Format {
  private static final long MIN_BUFFER = 16 << 10;
  private static final long MAX_BUFFER = 256 << 10;
  private static final long CHECK_ROWS = 500;

  private final CompressionKind codec;

  private final int level;
  private final Container container;

  OrcFormat(CompressionKind codec) {
    this(codec, 0, Container.USUAL);
  }

  /**
   * @param level of the codec; 0: its own
   */
  OrcFormat(CompressionKind codec, int level, Container container) {
    super(
        "orc "
            + codec.name().toLowerCase(Locale.ROOT)
            + (level == 0 ? "" : "-" + level)
            + container.text(),
        ".orc");
    this.codec = codec;
    this.level = level;
    this.container = container;
  }

  @Override
  public Sink<VectorizedRowBatch> create(Schema schema, Path file, int groupRows)
      throws IOException {
    Nesting nesting = container.nesting();
    TypeDescription type = OrcBatches.type(nesting.nest(schema));
    Configuration hadoop = new Configuration();
    if (groupRows > 0) {
      OrcConf.STRIPE_ROW_COUNT.setLong(hadoop, groupRows);
    }
    if (level > 0) {
      OrcConf.COMPRESSION_ZSTD_LEVEL.setInt(hadoop, level);
    }
    if (!container.encodes()) {
      OrcConf.DICTIONARY_KEY_SIZE_THRESHOLD.setDouble(hadoop, 0);
    }
    OrcConf.ENABLE_INDEXES.setBoolean(hadoop, container.statistics());
    if (container.rowGroupBytes() > 0) {
      OrcConf.STRIPE_SIZE.setLong(hadoop, container.rowGroupBytes());
      // Streams are cut at whole buffers, which must be small beside a column of a stripe.
      OrcConf.BUFFER_SIZE.setLong(
          hadoop,
          Math.max(
              MIN_BUFFER, Math.min(MAX_BUFFER, container.rowGroupBytes() / (2L * schema.size()))));
      OrcConf.ENFORCE_COMPRESSION_BUFFER_SIZE.setBoolean(hadoop, true);
      // Otherwise size is looked at every 5,000 rows only.
      OrcConf.ROWS_BETWEEN_CHECKS.setLong(hadoop, CHECK_ROWS);
    }
    Writer writer =
        OrcFile.createWriter(
            new org.apache.hadoop.fs.Path(file.toUri()),
            OrcFile.writerOptions(hadoop)
                .setSchema(type)
                .compress(codec)
                .useUTCTimestamp(true)
                .setProlepticGregorian(true));
    return new Sink<>() {
      @Override
      public VectorizedRowBatch form(Batch batch) {
        return OrcBatches.toOrc(nesting.nest(batch), type);
      }

      @Override
      public void write(VectorizedRowBatch rows) throws IOException {
        writer.addRowBatch(rows);
      }

      @Override
      public void finish() throws IOException {
        writer.close();
      }

      @Override
      public void close() throws IOException {
        // Closing it once more does nothing.
        writer.close();
      }
    };
  }
}
