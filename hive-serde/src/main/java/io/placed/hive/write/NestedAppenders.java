package io.placed.hive.write;

import io.placed.vector.IntColumn;
import io.placed.vector.ListColumn;
import io.placed.vector.MapColumn;
import io.placed.vector.StructColumn;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import org.apache.hadoop.hive.serde2.objectinspector.ListObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.MapObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.StructField;
import org.apache.hadoop.hive.serde2.objectinspector.StructObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.UnionObjectInspector;

/** Appends structs, lists, maps and unions that are not null. */
final class NestedAppenders {
  private NestedAppenders() {}

  static ValueAppender struct(StructObjectInspector inspector, IntFunction<ValueAppender> parts) {
    List<? extends StructField> fields = inspector.getAllStructFieldRefs();
    ValueAppender[] appenders = all(fields.size(), parts);
    return (value, column) -> {
      StructColumn struct = (StructColumn) column;
      for (int i = 0; i < appenders.length; i++) {
        appenders[i].append(inspector.getStructFieldData(value, fields.get(i)), struct.child(i));
      }
      struct.endRow();
    };
  }

  static ValueAppender list(ListObjectInspector inspector, ValueAppender element) {
    return (value, column) -> {
      ListColumn list = (ListColumn) column;
      int n = inspector.getListLength(value);
      for (int i = 0; i < n; i++) {
        element.append(inspector.getListElement(value, i), list.elements());
      }
      list.endList();
    };
  }

  static ValueAppender map(
      String name, MapObjectInspector inspector, ValueAppender key, ValueAppender value) {
    return (pairs, column) -> {
      MapColumn map = (MapColumn) column;
      for (Map.Entry<?, ?> pair : inspector.getMap(pairs).entrySet()) {
        if (pair.getKey() == null) {
          throw new IllegalArgumentException(
              "column " + name + ": the keys of a map must not be null, found null");
        }
        key.append(pair.getKey(), map.keys());
        value.append(pair.getValue(), map.values());
      }
      map.endMap();
    };
  }

  /**
   * The tag is the first field of the struct; all other fields except the one it selects are null.
   */
  static ValueAppender union(UnionObjectInspector inspector, IntFunction<ValueAppender> parts) {
    ValueAppender[] appenders = all(inspector.getObjectInspectors().size(), parts);
    return (value, column) -> {
      StructColumn struct = (StructColumn) column;
      byte tag = inspector.getTag(value);
      ((IntColumn) struct.child(0)).append(tag);
      for (int i = 0; i < appenders.length; i++) {
        if (i == tag) {
          appenders[i].append(inspector.getField(value), struct.child(1 + i));
        } else {
          struct.child(1 + i).appendNull();
        }
      }
      struct.endRow();
    };
  }

  private static ValueAppender[] all(int n, IntFunction<ValueAppender> parts) {
    ValueAppender[] out = new ValueAppender[n];
    for (int i = 0; i < n; i++) {
      out[i] = parts.apply(i);
    }
    return out;
  }
}
