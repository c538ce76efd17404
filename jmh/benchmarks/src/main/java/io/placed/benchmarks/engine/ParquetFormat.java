package io.placed.benchmarks.engine;

import io.placed.formats.container.Nesting;
import io.placed.schema.Schema;
import io.placed.spark.types.SparkTypes;
import io.placed.vector.Batch;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Iterator;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.api.WriteSupport;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.hadoop.util.HadoopOutputFile;
import org.apache.parquet.io.OutputFile;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.execution.datasources.parquet.ParquetWriteSupport;
import org.apache.spark.sql.vectorized.ColumnarBatch;

/** Parquet as Spark writes it: Spark's own write support, with parquet-java's defaults. */
final class ParquetFormat extends Format {
  private static final int PAGE_BYTES = 1 << 20;

  private final CompressionCodecName codec;
  private final int level;
  private final Container container;

  ParquetFormat(CompressionCodecName codec) {
    this(codec, 0, Container.USUAL);
  }

  /**
   * @param level of the codec; 0: its own
   */
  ParquetFormat(CompressionCodecName codec, int level, Container container) {
    super(
        "parquet " + name(codec) + (level == 0 ? "" : "-" + level) + container.text(), ".parquet");
    this.codec = codec;
    this.level = level;
    this.container = container;
  }

  private static String name(CompressionCodecName codec) {
    return codec == CompressionCodecName.UNCOMPRESSED
        ? "none"
        : codec.name().toLowerCase(java.util.Locale.ROOT);
  }

  private static final class Builder extends ParquetWriter.Builder<InternalRow, Builder> {
    Builder(OutputFile file) {
      super(file);
    }

    @Override
    protected Builder self() {
      return this;
    }

    @Override
    protected WriteSupport<InternalRow> getWriteSupport(Configuration configuration) {
      return new ParquetWriteSupport();
    }
  }

  @Override
  public Sink<ColumnarBatch> create(Schema schema, Path file, int groupRows) throws IOException {
    Configuration hadoop = new Configuration();
    // What Spark's own writer puts there from its session.
    hadoop.set("spark.sql.parquet.writeLegacyFormat", "false");
    hadoop.set("spark.sql.parquet.outputTimestampType", "TIMESTAMP_MICROS");
    hadoop.set("spark.sql.parquet.fieldId.write.enabled", "false");
    hadoop.set("spark.sql.parquet.timestampNTZ.enabled", "true");
    hadoop.set("spark.sql.parquet.variant.annotateLogicalType.enabled", "false");
    if (level > 0) {
      hadoop.setInt("parquet.compression.codec.zstd.level", level);
    }
    Nesting nesting = container.nesting();
    ParquetWriteSupport.setSchema(SparkTypes.toStruct(nesting.nest(schema)), hadoop);
    org.apache.hadoop.fs.Path path = new org.apache.hadoop.fs.Path(file.toUri());
    ParquetWriter<InternalRow> writer =
        new Builder(HadoopOutputFile.fromPath(path, hadoop))
            .withConf(hadoop)
            .withCompressionCodec(codec)
            .withRowGroupRowCountLimit(groupRows > 0 ? groupRows : Integer.MAX_VALUE)
            .withDictionaryEncoding(container.encodes())
            .withStatisticsEnabled(container.statistics())
            .withRowGroupSize(
                container.rowGroupBytes() > 0
                    ? container.rowGroupBytes()
                    : ParquetWriter.DEFAULT_BLOCK_SIZE)
            // A page of each column at least has to fit.
            .withPageSize(
                (int)
                    Math.min(
                        PAGE_BYTES,
                        container.rowGroupBytes() > 0
                            ? container.rowGroupBytes() / (2L * schema.size())
                            : PAGE_BYTES))
            .build();
    return new Sink<>() {
      @Override
      public ColumnarBatch form(Batch batch) {
        return SparkColumns.toSpark(nesting.nest(batch));
      }

      @Override
      public void write(ColumnarBatch rows) throws IOException {
        for (Iterator<InternalRow> i = rows.rowIterator(); i.hasNext(); ) {
          writer.write(i.next());
        }
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
