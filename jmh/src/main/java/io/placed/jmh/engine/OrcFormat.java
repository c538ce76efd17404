package io.placed.jmh.engine;

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
  private final CompressionKind codec;

  OrcFormat(CompressionKind codec) {
    super("orc " + codec.name().toLowerCase(Locale.ROOT), ".orc");
    this.codec = codec;
  }

  @Override
  public Sink<VectorizedRowBatch> create(Schema schema, Path file, int groupRows)
      throws IOException {
    TypeDescription type = OrcColumns.type(schema);
    Configuration hadoop = new Configuration();
    if (groupRows > 0) {
      OrcConf.STRIPE_ROW_COUNT.setLong(hadoop, groupRows);
    }
    Writer writer =
        OrcFile.createWriter(
            new org.apache.hadoop.fs.Path(file.toUri()),
            OrcFile.writerOptions(hadoop).setSchema(type).compress(codec));
    return new Sink<>() {
      @Override
      public VectorizedRowBatch form(Batch batch) {
        return OrcColumns.toOrc(batch, type);
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
