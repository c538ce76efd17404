package io.placed.jmh.engine;

import io.placed.schema.Schema;
import io.placed.spark.SparkTypes;
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
  private final CompressionCodecName codec;

  ParquetFormat(CompressionCodecName codec) {
    super("parquet " + name(codec), ".parquet");
    this.codec = codec;
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
    ParquetWriteSupport.setSchema(SparkTypes.toStruct(schema), hadoop);
    org.apache.hadoop.fs.Path path = new org.apache.hadoop.fs.Path(file.toUri());
    ParquetWriter<InternalRow> writer =
        new Builder(HadoopOutputFile.fromPath(path, hadoop))
            .withConf(hadoop)
            .withCompressionCodec(codec)
            .withRowGroupRowCountLimit(groupRows > 0 ? groupRows : Integer.MAX_VALUE)
            .build();
    return new Sink<>() {
      @Override
      public ColumnarBatch form(Batch batch) {
        return SparkColumns.toSpark(batch);
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
