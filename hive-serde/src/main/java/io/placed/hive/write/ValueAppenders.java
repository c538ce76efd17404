package io.placed.hive.write;

import io.placed.hive.type.StructParts;
import io.placed.schema.DecimalType;
import io.placed.vector.BooleanColumn;
import io.placed.vector.BytesColumn;
import io.placed.vector.Column;
import io.placed.vector.DoubleColumn;
import io.placed.vector.FloatColumn;
import io.placed.vector.Int128Column;
import io.placed.vector.IntColumn;
import io.placed.vector.LongColumn;
import java.math.BigDecimal;
import org.apache.hadoop.hive.common.type.HiveDecimal;
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
import org.apache.hadoop.hive.serde2.typeinfo.ListTypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.MapTypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.StructTypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.UnionTypeInfo;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.Text;

/** Creates appenders by type and inspector. */
final class ValueAppenders {
  private final TimeAppenders times;

  ValueAppenders(TimeAppenders times) {
    this.times = times;
  }

  /**
   * @param name of the column, for error messages
   * @param type of the table's column
   * @param inspector of the values, which have that type
   */
  ValueAppender of(String name, TypeInfo type, ObjectInspector inspector) {
    if (type.getCategory() != inspector.getCategory()) {
      throw new IllegalArgumentException(
          "column " + name + " must be of type " + type + ", found " + inspector.getTypeName());
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
          String part = StructParts.names(type).get(i);
          return of(
              name + "." + part,
              StructParts.types(type).get(i),
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
    return switch (inspector.getPrimitiveCategory()) {
      case BOOLEAN -> {
        BooleanObjectInspector oi = (BooleanObjectInspector) inspector;
        yield (v, c) -> ((BooleanColumn) c).append(oi.get(v));
      }
      case BYTE -> {
        ByteObjectInspector oi = (ByteObjectInspector) inspector;
        yield (v, c) -> ((IntColumn) c).append(oi.get(v));
      }
      case SHORT -> {
        ShortObjectInspector oi = (ShortObjectInspector) inspector;
        yield (v, c) -> ((IntColumn) c).append(oi.get(v));
      }
      case INT -> {
        IntObjectInspector oi = (IntObjectInspector) inspector;
        yield (v, c) -> ((IntColumn) c).append(oi.get(v));
      }
      case LONG -> {
        LongObjectInspector oi = (LongObjectInspector) inspector;
        yield (v, c) -> ((LongColumn) c).append(oi.get(v));
      }
      case FLOAT -> {
        FloatObjectInspector oi = (FloatObjectInspector) inspector;
        yield (v, c) -> ((FloatColumn) c).append(oi.get(v));
      }
      case DOUBLE -> {
        DoubleObjectInspector oi = (DoubleObjectInspector) inspector;
        yield (v, c) -> ((DoubleColumn) c).append(oi.get(v));
      }
      case DECIMAL -> {
        HiveDecimalObjectInspector oi = (HiveDecimalObjectInspector) inspector;
        yield (v, c) -> decimal(oi.getPrimitiveWritableObject(v), c);
      }
      case DATE -> times.date(inspector);
      case TIMESTAMP -> times.timestamp(name, inspector);
      case TIMESTAMPLOCALTZ -> times.pointInTime(name, (TimestampLocalTZObjectInspector) inspector);
      case STRING -> {
        StringObjectInspector oi = (StringObjectInspector) inspector;
        yield (v, c) -> text(oi.getPrimitiveWritableObject(v), (BytesColumn) c);
      }
      case CHAR -> {
        HiveCharObjectInspector oi = (HiveCharObjectInspector) inspector;
        yield (v, c) -> text(oi.getPrimitiveWritableObject(v).getStrippedValue(), (BytesColumn) c);
      }
      case VARCHAR -> {
        HiveVarcharObjectInspector oi = (HiveVarcharObjectInspector) inspector;
        yield (v, c) -> text(oi.getPrimitiveWritableObject(v).getTextValue(), (BytesColumn) c);
      }
      case BINARY -> {
        BinaryObjectInspector oi = (BinaryObjectInspector) inspector;
        yield (v, c) -> {
          BytesWritable b = oi.getPrimitiveWritableObject(v);
          ((BytesColumn) c).append(b.getBytes(), 0, b.getLength());
        };
      }
      case VOID, INTERVAL_YEAR_MONTH, INTERVAL_DAY_TIME, UNKNOWN ->
          throw new IllegalArgumentException(
              "column "
                  + name
                  + ": values of type "
                  + inspector.getTypeName()
                  + " cannot be stored");
    };
  }

  private static void text(Text text, BytesColumn column) {
    column.append(text.getBytes(), 0, text.getLength());
  }

  private static void decimal(HiveDecimalWritable value, Column column) {
    DecimalType type = (DecimalType) column.type();
    HiveDecimal decimal = value.getHiveDecimal(type.precision(), type.scale());
    if (decimal == null) {
      // As in all of Hive, a value that does not fit the type becomes null.
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
}
