package io.placed.formats.parquet;

import io.placed.schema.DecimalType;
import io.placed.schema.Type;
import io.placed.vector.BooleanColumn;
import io.placed.vector.BytesColumn;
import io.placed.vector.Column;
import io.placed.vector.DoubleColumn;
import io.placed.vector.FloatColumn;
import io.placed.vector.Int128Column;
import io.placed.vector.IntColumn;
import io.placed.vector.ListColumn;
import io.placed.vector.LongColumn;
import io.placed.vector.MapColumn;
import io.placed.vector.StructColumn;
import java.util.Arrays;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.RecordConsumer;

/**
 * Passes values to Parquet's record consumer with the structure that {@link ParquetTypes} declares.
 */
final class ValueWriters {
  private ValueWriters() {}

  /** Writes one non-null value. */
  private interface Value {
    void write(Column column, int row, RecordConsumer out);
  }

  /** A field of a group; nothing is written for null. */
  record Field(String name, int index, Value value) {
    void write(Column column, int row, RecordConsumer out) {
      if (column.isNull(row)) {
        return;
      }
      out.startField(name, index);
      value.write(column, row, out);
      out.endField(name, index);
    }
  }

  static Field field(io.placed.schema.Field field, int index) {
    return new Field(field.name(), index, value(field.type()));
  }

  private static Value value(Type type) {
    return switch (type.kind()) {
      case BOOLEAN -> (c, row, out) -> out.addBoolean(((BooleanColumn) c).get(row));
      case INT8, INT16, INT32, DATE -> (c, row, out) -> out.addInteger(((IntColumn) c).get(row));
      case INT64, TIMESTAMP, TIMESTAMP_NTZ ->
          (c, row, out) -> out.addLong(((LongColumn) c).get(row));
      case FLOAT -> (c, row, out) -> out.addFloat(((FloatColumn) c).get(row));
      case DOUBLE -> (c, row, out) -> out.addDouble(((DoubleColumn) c).get(row));
      case STRING, BINARY -> ValueWriters::writeBytes;
      case DECIMAL -> decimal((DecimalType) type);
      case STRUCT -> struct(type);
      case LIST -> list(type);
      case MAP -> map(type);
    };
  }

  private static void writeBytes(Column column, int row, RecordConsumer out) {
    BytesColumn c = (BytesColumn) column;
    // The next batch reuses the arena; Parquet copies reused arrays that it keeps.
    out.addBinary(Binary.fromReusedByteArray(c.arena(), c.starts()[row], c.lengths()[row]));
  }

  private static Value decimal(DecimalType type) {
    if (type.precision() <= 9) {
      return (c, row, out) -> out.addInteger((int) ((LongColumn) c).get(row));
    }
    if (type.precision() <= DecimalType.MAX_LONG_PRECISION) {
      return (c, row, out) -> out.addLong(((LongColumn) c).get(row));
    }
    int length = ParquetTypes.decimalBytes(type);
    return (c, row, out) -> {
      byte[] bytes = ((Int128Column) c).get(row).toByteArray();
      byte[] padded = new byte[length];
      Arrays.fill(padded, (byte) (bytes[0] < 0 ? -1 : 0));
      System.arraycopy(bytes, 0, padded, length - bytes.length, bytes.length);
      out.addBinary(Binary.fromConstantByteArray(padded));
    };
  }

  private static Value struct(Type type) {
    Field[] fields = fields(type);
    return (c, row, out) -> {
      StructColumn struct = (StructColumn) c;
      out.startGroup();
      for (int i = 0; i < fields.length; i++) {
        fields[i].write(struct.child(i), row, out);
      }
      out.endGroup();
    };
  }

  private static Value list(Type type) {
    Field element = new Field("element", 0, value(type.children().get(0).type()));
    return (c, row, out) -> {
      ListColumn list = (ListColumn) c;
      out.startGroup();
      if (list.length(row) > 0) {
        out.startField("list", 0);
        for (int k = list.start(row); k < list.start(row) + list.length(row); k++) {
          out.startGroup();
          element.write(list.elements(), k, out);
          out.endGroup();
        }
        out.endField("list", 0);
      }
      out.endGroup();
    };
  }

  private static Value map(Type type) {
    Field key = new Field("key", 0, value(type.children().get(0).type()));
    Field value = new Field("value", 1, value(type.children().get(1).type()));
    return (c, row, out) -> {
      MapColumn map = (MapColumn) c;
      out.startGroup();
      if (map.length(row) > 0) {
        out.startField("key_value", 0);
        for (int k = map.start(row); k < map.start(row) + map.length(row); k++) {
          out.startGroup();
          key.write(map.keys(), k, out);
          value.write(map.values(), k, out);
          out.endGroup();
        }
        out.endField("key_value", 0);
      }
      out.endGroup();
    };
  }

  private static Field[] fields(Type type) {
    Field[] out = new Field[type.children().size()];
    Arrays.setAll(out, i -> field(type.children().get(i), i));
    return out;
  }
}
