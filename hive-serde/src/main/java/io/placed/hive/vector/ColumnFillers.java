package io.placed.hive.vector;

import io.placed.hive.type.HiveTypes;
import io.placed.hive.type.StructParts;
import io.placed.hive.type.ZoneShift;
import io.placed.schema.DecimalType;
import io.placed.schema.Field;
import io.placed.schema.Type;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hive.ql.exec.vector.ColumnVector;
import org.apache.hadoop.hive.serde2.objectinspector.PrimitiveObjectInspector.PrimitiveCategory;
import org.apache.hadoop.hive.serde2.typeinfo.BaseCharTypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.CharTypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.ListTypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.MapTypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.PrimitiveTypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.StructTypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.UnionTypeInfo;

/** Creates fillers by type. */
public final class ColumnFillers {
  private final ZoneId zone;

  /**
   * @param zone of the session, for conversions between instants and timestamps without time zone
   */
  public ColumnFillers(ZoneId zone) {
    this.zone = zone;
  }

  /**
   * The filler of a column of a table. If all rows are null, the vector is marked as repeating, as
   * ORC does: Hive's anti join handles such vectors correctly, but loses rows with null keys of
   * vectors that are not repeating.
   *
   * @param hive type of Hive's vector
   * @param read type of the decoded column; fields of structs may be omitted
   */
  public ColumnFiller ofColumn(TypeInfo hive, Type read) {
    ColumnFiller filler = of(hive, read);
    if (!(hive instanceof PrimitiveTypeInfo)) {
      return filler;
    }
    return (source, target, rows) -> {
      filler.fill(source, target, rows);
      target.isRepeating = Nulls.areAll(source, rows);
    };
  }

  private ColumnFiller of(TypeInfo hive, Type read) {
    return switch (hive.getCategory()) {
      case PRIMITIVE -> primitive((PrimitiveTypeInfo) hive, read);
      case STRUCT -> struct((StructTypeInfo) hive, read);
      case LIST ->
          NestedFillers.list(
              of(((ListTypeInfo) hive).getListElementTypeInfo(), read.children().get(0).type()));
      case MAP ->
          NestedFillers.map(
              of(((MapTypeInfo) hive).getMapKeyTypeInfo(), read.children().get(0).type()),
              of(((MapTypeInfo) hive).getMapValueTypeInfo(), read.children().get(1).type()));
      case UNION -> union((UnionTypeInfo) hive, read);
    };
  }

  private ColumnFiller struct(StructTypeInfo hive, Type read) {
    List<ColumnFiller> fillers = new ArrayList<>();
    int[] sources = new int[StructParts.names(hive).size()];
    for (int i = 0; i < sources.length; i++) {
      sources[i] = indexOf(read.children(), StructParts.names(hive).get(i));
      fillers.add(
          sources[i] < 0
              ? null
              : of(StructParts.types(hive).get(i), read.children().get(sources[i]).type()));
    }
    return NestedFillers.struct(sources, fillers);
  }

  private ColumnFiller union(UnionTypeInfo hive, Type read) {
    List<ColumnFiller> fillers = new ArrayList<>();
    int[] sources = new int[hive.getAllUnionObjectTypeInfos().size()];
    for (int i = 0; i < sources.length; i++) {
      sources[i] = indexOf(read.children(), HiveTypes.unionField(i));
      fillers.add(
          of(hive.getAllUnionObjectTypeInfos().get(i), read.children().get(sources[i]).type()));
    }
    return NestedFillers.union(indexOf(read.children(), HiveTypes.UNION_TAG), sources, fillers);
  }

  private static int indexOf(List<Field> fields, String name) {
    for (int i = 0; i < fields.size(); i++) {
      if (fields.get(i).name().equalsIgnoreCase(name)) {
        return i;
      }
    }
    return -1;
  }

  private ColumnFiller primitive(PrimitiveTypeInfo hive, Type read) {
    ColumnFiller values =
        switch (read.kind()) {
          case BOOLEAN -> Fillers::bits;
          case INT8, INT16, INT32, DATE -> Fillers::ints;
          case INT64 -> Fillers::longs;
          case FLOAT -> Fillers::floats;
          case DOUBLE -> Fillers::doubles;
          case DECIMAL -> decimals(((DecimalType) read).scale());
          case STRING ->
              hive instanceof BaseCharTypeInfo c
                  ? Fillers.text(c.getLength(), hive instanceof CharTypeInfo)
                  : Fillers::bytes;
          case BINARY -> Fillers::bytes;
          case TIMESTAMP_NTZ -> times(isPointInTime(hive) ? ZoneShift.fromClock(zone) : null);
          case TIMESTAMP -> times(isPointInTime(hive) ? null : ZoneShift.toClock(zone));
          case STRUCT, LIST, MAP ->
              throw new IllegalArgumentException(read + " cannot be read as " + hive);
        };
    return (source, target, rows) -> {
      Nulls.fill(source, target, rows);
      values.fill(source, target, rows);
    };
  }

  private static boolean isPointInTime(PrimitiveTypeInfo hive) {
    return hive.getPrimitiveCategory() == PrimitiveCategory.TIMESTAMPLOCALTZ;
  }

  private static ColumnFiller decimals(int scale) {
    byte[] scratch = new byte[16];
    return (source, target, rows) -> Fillers.decimals(source, target, rows, scale, scratch);
  }

  private static ColumnFiller times(ZoneShift shift) {
    return (source, target, rows) -> Fillers.times(source, target, rows, shift);
  }

  /**
   * Fills a vector, whose column is not read, with nulls. The vector is not marked as repeating.
   */
  static void missing(ColumnVector target, int rows) {
    Nulls.fillAll(target, rows);
  }
}
