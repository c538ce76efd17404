package io.placed.spark.write;

import io.placed.spark.write.RowAppender.ByteCount;
import io.placed.vector.ListColumn;
import io.placed.vector.MapColumn;
import io.placed.vector.StructColumn;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.SpecializedGetters;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.catalyst.util.MapData;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** Structs, arrays and maps, by the appenders of their elements. */
final class NestedAppenders {
  private NestedAppenders() {}

  static final class OfStruct extends RowAppender {
    private final StructColumn column;
    private final RowAppender[] children;

    OfStruct(StructColumn column, StructType type, ByteCount count) {
      super(column);
      this.column = column;
      StructField[] fields = type.fields();
      children = new RowAppender[fields.length];
      for (int i = 0; i < fields.length; i++) {
        children[i] = RowAppender.of(fields[i].dataType(), column.child(i), count);
      }
    }

    @Override
    void appendValue(SpecializedGetters row, int ordinal) {
      InternalRow struct = row.getStruct(ordinal, children.length);
      for (int i = 0; i < children.length; i++) {
        children[i].append(struct, i);
      }
      column.endRow();
    }
  }

  static final class OfArray extends RowAppender {
    private final ListColumn column;
    private final RowAppender element;
    private final ByteCount count;

    OfArray(ListColumn column, ArrayType type, ByteCount count) {
      super(column);
      this.column = column;
      this.element = RowAppender.of(type.elementType(), column.elements(), count);
      this.count = count;
    }

    @Override
    void appendValue(SpecializedGetters row, int ordinal) {
      ArrayData array = row.getArray(ordinal);
      int n = array.numElements();
      for (int i = 0; i < n; i++) {
        element.append(array, i);
      }
      column.endList();
      count.bytes += 8L * n;
    }
  }

  static final class OfMap extends RowAppender {
    private final MapColumn column;
    private final RowAppender key;
    private final RowAppender value;
    private final ByteCount count;

    OfMap(MapColumn column, MapType type, ByteCount count) {
      super(column);
      this.column = column;
      this.key = RowAppender.of(type.keyType(), column.keys(), count);
      this.value = RowAppender.of(type.valueType(), column.values(), count);
      this.count = count;
    }

    @Override
    void appendValue(SpecializedGetters row, int ordinal) {
      MapData map = row.getMap(ordinal);
      ArrayData keys = map.keyArray();
      ArrayData values = map.valueArray();
      int n = map.numElements();
      for (int i = 0; i < n; i++) {
        key.append(keys, i);
        value.append(values, i);
      }
      column.endMap();
      count.bytes += 16L * n;
    }
  }
}
