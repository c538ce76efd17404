package io.placed.hive.read;

import io.placed.hive.type.HiveTypes;
import io.placed.hive.type.StructParts;
import io.placed.schema.Field;
import io.placed.schema.Type;
import io.placed.vector.IntColumn;
import io.placed.vector.ListColumn;
import io.placed.vector.MapColumn;
import io.placed.vector.StructColumn;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hive.serde2.objectinspector.StandardUnionObjectInspector.StandardUnion;
import org.apache.hadoop.hive.serde2.typeinfo.ListTypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.MapTypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.PrimitiveTypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.StructTypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.UnionTypeInfo;

/** Creates readers of single values by type. */
final class CellReaders {
  private final ZoneId zone;

  CellReaders(ZoneId zone) {
    this.zone = zone;
  }

  /**
   * @param hive type of Hive's value
   * @param read type of the decoded column; fields of structs may be omitted
   */
  CellReader of(TypeInfo hive, Type read) {
    return of(hive, read, true);
  }

  /**
   * @param single whether at most one value of this reader is in use at a time
   */
  private CellReader of(TypeInfo hive, Type read, boolean single) {
    CellReader present =
        switch (hive.getCategory()) {
          case PRIMITIVE -> PrimitiveReaders.of((PrimitiveTypeInfo) hive, read, single, zone);
          case STRUCT -> struct((StructTypeInfo) hive, read, single);
          case LIST ->
              list(of(((ListTypeInfo) hive).getListElementTypeInfo(), part(read, 0), false));
          case MAP ->
              map(
                  of(((MapTypeInfo) hive).getMapKeyTypeInfo(), part(read, 0), false),
                  of(((MapTypeInfo) hive).getMapValueTypeInfo(), part(read, 1), false));
          case UNION -> union((UnionTypeInfo) hive, read, single);
        };
    return (column, i) -> column.isNull(i) ? null : present.read(column, i);
  }

  private static Type part(Type type, int i) {
    return type.children().get(i).type();
  }

  private static int indexOf(List<Field> fields, String name) {
    for (int i = 0; i < fields.size(); i++) {
      if (fields.get(i).name().equalsIgnoreCase(name)) {
        return i;
      }
    }
    return -1;
  }

  private CellReader struct(StructTypeInfo hive, Type read, boolean single) {
    int n = StructParts.names(hive).size();
    int[] sources = new int[n];
    CellReader[] parts = new CellReader[n];
    for (int k = 0; k < n; k++) {
      sources[k] = indexOf(read.children(), StructParts.names(hive).get(k));
      parts[k] =
          sources[k] < 0
              ? null
              : of(StructParts.types(hive).get(k), part(read, sources[k]), single);
    }
    return (column, i) -> {
      Object[] values = new Object[n];
      for (int k = 0; k < n; k++) {
        if (parts[k] != null) {
          values[k] = parts[k].read(((StructColumn) column).child(sources[k]), i);
        }
      }
      return values;
    };
  }

  private static CellReader list(CellReader element) {
    return (column, i) -> {
      ListColumn list = (ListColumn) column;
      List<Object> values = new ArrayList<>(list.length(i));
      for (int k = list.start(i); k < list.start(i) + list.length(i); k++) {
        values.add(element.read(list.elements(), k));
      }
      return values;
    };
  }

  private static CellReader map(CellReader key, CellReader value) {
    return (column, i) -> {
      MapColumn map = (MapColumn) column;
      Map<Object, Object> pairs = new LinkedHashMap<>();
      for (int k = map.start(i); k < map.start(i) + map.length(i); k++) {
        pairs.put(key.read(map.keys(), k), value.read(map.values(), k));
      }
      return pairs;
    };
  }

  private CellReader union(UnionTypeInfo hive, Type read, boolean single) {
    int tag = indexOf(read.children(), HiveTypes.UNION_TAG);
    int n = hive.getAllUnionObjectTypeInfos().size();
    int[] sources = new int[n];
    CellReader[] parts = new CellReader[n];
    for (int k = 0; k < n; k++) {
      sources[k] = indexOf(read.children(), HiveTypes.unionField(k));
      parts[k] = of(hive.getAllUnionObjectTypeInfos().get(k), part(read, sources[k]), single);
    }
    return (column, i) -> {
      StructColumn struct = (StructColumn) column;
      int k = ((IntColumn) struct.child(tag)).get(i);
      return new StandardUnion((byte) k, parts[k].read(struct.child(sources[k]), i));
    };
  }
}
