package io.placed.benchmarks.engine;

import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.vector.Batch;
import io.placed.vector.BooleanColumn;
import io.placed.vector.BytesColumn;
import io.placed.vector.Column;
import io.placed.vector.DoubleColumn;
import io.placed.vector.FloatColumn;
import io.placed.vector.IntColumn;
import io.placed.vector.LongColumn;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.file.CodecFactory;
import org.apache.avro.file.DataFileWriter;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.util.Utf8;

/** Avro's object container files of generic records. */
final class AvroFormat extends Format {
  private final CodecFactory codec;

  AvroFormat(String name, CodecFactory codec) {
    super("avro " + name, ".avro");
    this.codec = codec;
  }

  /** Dates and times are their numbers; decimals their unscaled values. */
  static org.apache.avro.Schema schema(Schema schema) {
    List<org.apache.avro.Schema.Field> fields = new ArrayList<>();
    for (Field f : schema.fields()) {
      org.apache.avro.Schema type =
          org.apache.avro.Schema.create(
              switch (f.type().kind()) {
                case BOOLEAN -> org.apache.avro.Schema.Type.BOOLEAN;
                case INT8, INT16, INT32, DATE -> org.apache.avro.Schema.Type.INT;
                case INT64, DECIMAL, TIMESTAMP, TIMESTAMP_NTZ -> org.apache.avro.Schema.Type.LONG;
                case FLOAT -> org.apache.avro.Schema.Type.FLOAT;
                case DOUBLE -> org.apache.avro.Schema.Type.DOUBLE;
                case STRING -> org.apache.avro.Schema.Type.STRING;
                default -> throw new IllegalArgumentException(f.type() + " is not benchmarked");
              });
      org.apache.avro.Schema missing =
          org.apache.avro.Schema.create(org.apache.avro.Schema.Type.NULL);
      fields.add(
          new org.apache.avro.Schema.Field(
              f.name(),
              f.nullable() ? org.apache.avro.Schema.createUnion(missing, type) : type,
              null,
              (Object) null));
    }
    return org.apache.avro.Schema.createRecord("row", null, null, false, fields);
  }

  @Override
  public Sink<List<GenericRecord>> create(Schema schema, Path file, int groupRows)
      throws IOException {
    org.apache.avro.Schema avro = schema(schema);
    DataFileWriter<GenericRecord> writer = new DataFileWriter<>(new GenericDatumWriter<>(avro));
    writer.setCodec(codec);
    writer.create(avro, file.toFile());
    return new Sink<>() {
      @Override
      public List<GenericRecord> form(Batch batch) {
        List<GenericRecord> out = new ArrayList<>();
        for (int i = 0; i < batch.rows(); i++) {
          GenericRecord row = new GenericData.Record(avro);
          for (int c = 0; c < batch.schema().size(); c++) {
            row.put(c, batch.column(c).isNull(i) ? null : value(batch.column(c), i));
          }
          out.add(row);
        }
        return out;
      }

      @Override
      public void write(List<GenericRecord> rows) throws IOException {
        for (GenericRecord row : rows) {
          writer.append(row);
        }
      }

      @Override
      public void finish() throws IOException {
        writer.close();
      }

      @Override
      public void close() throws IOException {
        writer.close();
      }
    };
  }

  private static Object value(Column from, int i) {
    if (from instanceof IntColumn c) {
      return c.get(i);
    }
    if (from instanceof LongColumn c) {
      return c.get(i);
    }
    if (from instanceof DoubleColumn c) {
      return c.get(i);
    }
    if (from instanceof FloatColumn c) {
      return c.get(i);
    }
    return from instanceof BooleanColumn c ? c.get(i) : new Utf8(((BytesColumn) from).get(i));
  }
}
