package io.placed.hive.write;

import io.placed.hive.type.ZoneShift;
import io.placed.schema.DecimalType;
import io.placed.schema.Type;
import io.placed.vector.BooleanColumn;
import io.placed.vector.BytesColumn;
import io.placed.vector.Column;
import io.placed.vector.DoubleColumn;
import io.placed.vector.FloatColumn;
import io.placed.vector.Int128Column;
import io.placed.vector.IntColumn;
import io.placed.vector.LongColumn;
import java.math.BigDecimal;
import java.time.ZoneId;
import org.apache.hadoop.hive.common.type.HiveDecimal;
import org.apache.hadoop.hive.common.type.Timestamp;
import org.apache.hadoop.hive.common.type.TimestampTZ;
import org.apache.hadoop.hive.serde2.io.HiveDecimalWritable;
import org.apache.hadoop.hive.serde2.objectinspector.ListObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.MapObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.ObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.PrimitiveObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.StructObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.UnionObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.primitive.BinaryObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.primitive.BooleanObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.primitive.ByteObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.primitive.DateObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.primitive.DoubleObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.primitive.FloatObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.primitive.HiveCharObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.primitive.HiveDecimalObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.primitive.HiveVarcharObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.primitive.IntObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.primitive.LongObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.primitive.ShortObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.primitive.StringObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.primitive.TimestampLocalTZObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.primitive.TimestampObjectInspector;
import org.apache.hadoop.hive.serde2.typeinfo.ListTypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.MapTypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.StructTypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.UnionTypeInfo;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.Text;

/** Makes appenders from types and inspectors. */
final class ValueAppenders {
  private final boolean truncatesNanos;
  private final ZoneId zone;

  /**
   * @param zone where a clock without a zone is kept as a point in time, or the reverse
   */
  ValueAppenders(boolean truncatesNanos, ZoneId zone) {
    this.truncatesNanos = truncatesNanos;
    this.zone = zone;
  }

  /**
   * @param name of the column, for error messages
   * @param type of the table's column
   * @param inspector of the values, which have that type
   */
  ValueAppender of(String name, TypeInfo type, ObjectInspector inspector) {
    if (type.getCategory() != inspector.getCategory()) {
      throw new IllegalArgumentException(
          "column " + name + " is " + type + ", the value " + inspector.getTypeName());
    }
    ValueAppender present =
        switch (type.getCategory()) {
          case PRIMITIVE -> primitive(name, (PrimitiveObjectInspector) inspector);
          case STRUCT -> struct(name, (StructTypeInfo) type, (StructObjectInspector) inspector);
          case LIST -> list(name, (ListTypeInfo) type, (ListObjectInspector) inspector);
          case MAP -> map(name, (MapTypeInfo) type, (MapObjectInspector) inspector);
          case UNION -> union(name, (UnionTypeInfo) type, (UnionObjectInspector) inspector);
        };
    return (value, column) -> {
      if (value == null) {
        column.appendNull();
      } else {
        present.append(value, column);
      }
    };
  }

  private ValueAppender struct(String name, StructTypeInfo type, StructObjectInspector inspector) {
    return NestedAppenders.struct(
        inspector,
        i -> {
          String part = type.getAllStructFieldNames().get(i);
          return of(
              name + "." + part,
              type.getAllStructFieldTypeInfos().get(i),
              inspector.getAllStructFieldRefs().get(i).getFieldObjectInspector());
        });
  }

  private ValueAppender list(String name, ListTypeInfo type, ListObjectInspector inspector) {
    return NestedAppenders.list(
        inspector,
        of(
            name + ".element",
            type.getListElementTypeInfo(),
            inspector.getListElementObjectInspector()));
  }

  private ValueAppender map(String name, MapTypeInfo type, MapObjectInspector inspector) {
    return NestedAppenders.map(
        name,
        inspector,
        of(name + ".key", type.getMapKeyTypeInfo(), inspector.getMapKeyObjectInspector()),
        of(name + ".value", type.getMapValueTypeInfo(), inspector.getMapValueObjectInspector()));
  }

  private ValueAppender union(String name, UnionTypeInfo type, UnionObjectInspector inspector) {
    return NestedAppenders.union(
        inspector,
        i ->
            of(
                name + "." + i,
                type.getAllUnionObjectTypeInfos().get(i),
                inspector.getObjectInspectors().get(i)));
  }

  private ValueAppender primitive(String name, PrimitiveObjectInspector inspector) {
    if (inspector instanceof BooleanObjectInspector oi) {
      return (v, c) -> ((BooleanColumn) c).append(oi.get(v));
    } else if (inspector instanceof ByteObjectInspector oi) {
      return (v, c) -> ((IntColumn) c).append(oi.get(v));
    } else if (inspector instanceof ShortObjectInspector oi) {
      return (v, c) -> ((IntColumn) c).append(oi.get(v));
    } else if (inspector instanceof IntObjectInspector oi) {
      return (v, c) -> ((IntColumn) c).append(oi.get(v));
    } else if (inspector instanceof LongObjectInspector oi) {
      return (v, c) -> ((LongColumn) c).append(oi.get(v));
    } else if (inspector instanceof FloatObjectInspector oi) {
      return (v, c) -> ((FloatColumn) c).append(oi.get(v));
    } else if (inspector instanceof DoubleObjectInspector oi) {
      return (v, c) -> ((DoubleColumn) c).append(oi.get(v));
    } else if (inspector instanceof HiveDecimalObjectInspector oi) {
      return (v, c) -> decimal(name, oi.getPrimitiveWritableObject(v), c);
    } else if (inspector instanceof DateObjectInspector oi) {
      return (v, c) -> ((IntColumn) c).append(oi.getPrimitiveWritableObject(v).getDays());
    } else if (inspector instanceof TimestampObjectInspector oi) {
      ZoneShift toPoint = ZoneShift.fromClock(zone);
      return (v, c) -> {
        Timestamp t = oi.getPrimitiveJavaObject(v);
        long micros = micros(name, t.toEpochSecond(), t.getNanos(), t);
        boolean asPoint = c.type().equals(Type.TIMESTAMP);
        ((LongColumn) c).append(asPoint ? toPoint.shift(micros) : micros);
      };
    } else if (inspector instanceof TimestampLocalTZObjectInspector oi) {
      ZoneShift toClock = ZoneShift.toClock(zone);
      return (v, c) -> {
        TimestampTZ t = oi.getPrimitiveJavaObject(v);
        long micros = micros(name, t.getEpochSecond(), t.getNanos(), t);
        boolean asPoint = c.type().equals(Type.TIMESTAMP);
        ((LongColumn) c).append(asPoint ? micros : toClock.shift(micros));
      };
    }
    return bytes(name, inspector);
  }

  private static ValueAppender bytes(String name, PrimitiveObjectInspector inspector) {
    if (inspector instanceof StringObjectInspector oi) {
      return (v, c) -> text(oi.getPrimitiveWritableObject(v), (BytesColumn) c);
    } else if (inspector instanceof HiveCharObjectInspector oi) {
      return (v, c) -> text(oi.getPrimitiveWritableObject(v).getStrippedValue(), (BytesColumn) c);
    } else if (inspector instanceof HiveVarcharObjectInspector oi) {
      return (v, c) -> text(oi.getPrimitiveWritableObject(v).getTextValue(), (BytesColumn) c);
    } else if (inspector instanceof BinaryObjectInspector oi) {
      return (v, c) -> {
        BytesWritable b = oi.getPrimitiveWritableObject(v);
        ((BytesColumn) c).append(b.getBytes(), 0, b.getLength());
      };
    }
    throw new IllegalArgumentException(
        "column " + name + ": values of type " + inspector.getTypeName() + " cannot be stored");
  }

  private static void text(Text text, BytesColumn column) {
    column.append(text.getBytes(), 0, text.getLength());
  }

  private static void decimal(String name, HiveDecimalWritable value, Column column) {
    DecimalType type = (DecimalType) column.type();
    HiveDecimal decimal = value.getHiveDecimal(type.precision(), type.scale());
    if (decimal == null) {
      // As everywhere in Hive: what does not fit the type is missing.
      column.appendNull();
      return;
    }
    if (column instanceof LongColumn c) {
      c.append(value.serialize64(type.scale()));
    } else {
      BigDecimal exact = decimal.bigDecimalValue().setScale(type.scale());
      ((Int128Column) column).append(exact.unscaledValue());
    }
  }

  private long micros(String name, long seconds, int nanos, Object value) {
    if (nanos % 1_000 != 0 && !truncatesNanos) {
      throw new IllegalArgumentException(
          "column "
              + name
              + ": "
              + value
              + " is finer than the microseconds that Placed keeps. To cut such times off, ALTER"
              + " TABLE … SET TBLPROPERTIES ('"
              + TableSettings.NANOS
              + "'='truncate')");
    }
    return Math.addExact(Math.multiplyExact(seconds, 1_000_000L), nanos / 1_000);
  }
}
