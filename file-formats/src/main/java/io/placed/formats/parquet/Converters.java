package io.placed.formats.parquet;

import io.placed.formats.FormatException;
import io.placed.vector.Column;
import io.placed.vector.ListColumn;
import io.placed.vector.MapColumn;
import io.placed.vector.StructColumn;
import java.util.List;
import org.apache.parquet.io.api.Converter;
import org.apache.parquet.io.api.GroupConverter;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.Type;

/**
 * Appends the values of Parquet's record reader to columns. The reader does not report nulls: the
 * enclosing converter checks whether the column grew.
 */
final class Converters {
  private Converters() {}

  /** The converter of a field and its action at the end of the enclosing row. */
  record Slot(Converter converter, Column column, boolean repeated, boolean nullable, String name) {
    /** Appends null for row {@code row} if the column got no value. */
    void endRow(int row) {
      if (repeated) {
        ((ListColumn) column).endList();
      } else if (column.size() == row) {
        if (!nullable) {
          throw new FormatException("column '%s' is required, but has a null".formatted(name));
        }
        column.appendNull();
      }
    }
  }

  /**
   * @param column of the type that {@link ParquetSchemas#field} gives
   */
  static Slot slot(Type type, Column column, Meter meter) {
    boolean nullable = type.isRepetition(Type.Repetition.OPTIONAL);
    if (type.isRepetition(Type.Repetition.REPEATED)) {
      Column elements = ((ListColumn) column).elements();
      return new Slot(value(type, elements, meter), column, true, false, type.getName());
    }
    return new Slot(value(type, column, meter), column, false, nullable, type.getName());
  }

  private static Converter value(Type type, Column column, Meter meter) {
    if (type.isPrimitive()) {
      return PrimitiveConverters.of(type.asPrimitiveType(), column, meter);
    }
    GroupType group = type.asGroupType();
    if (ParquetSchemas.isList(group)) {
      return new ListConverter(group, (ListColumn) column, meter);
    }
    if (ParquetSchemas.isMap(group)) {
      return new MapConverter(group, (MapColumn) column, meter);
    }
    return new StructConverter(group, (StructColumn) column, meter);
  }

  /** Counts the bytes of strings, so that a batch can end before it is too large. */
  static final class Meter {
    long bytes;
  }

  private static final class StructConverter extends GroupConverter {
    private final StructColumn struct;
    private final Slot[] slots;

    StructConverter(GroupType group, StructColumn struct, Meter meter) {
      this.struct = struct;
      slots = new Slot[group.getFieldCount()];
      for (int i = 0; i < slots.length; i++) {
        slots[i] = slot(group.getType(i), struct.child(i), meter);
      }
    }

    @Override
    public Converter getConverter(int field) {
      return slots[field].converter();
    }

    @Override
    public void start() {
      // Children append themselves.
    }

    @Override
    public void end() {
      int row = struct.size();
      for (Slot s : slots) {
        s.endRow(row);
      }
      struct.endRow();
    }
  }

  private static final class ListConverter extends GroupConverter {
    private final ListColumn list;
    private final Converter repeated;

    ListConverter(GroupType group, ListColumn list, Meter meter) {
      this.list = list;
      Type inner = group.getType(0);
      repeated =
          ParquetSchemas.elementIsRepeated(group)
              ? value(inner, list.elements(), meter)
              : new Wrapper(List.of(slot(inner.asGroupType().getType(0), list.elements(), meter)));
    }

    @Override
    public Converter getConverter(int field) {
      return repeated;
    }

    @Override
    public void start() {
      // Elements append themselves.
    }

    @Override
    public void end() {
      list.endList();
    }
  }

  private static final class MapConverter extends GroupConverter {
    private final MapColumn map;
    private final Converter pair;

    MapConverter(GroupType group, MapColumn map, Meter meter) {
      this.map = map;
      GroupType inner = group.getType(0).asGroupType();
      Slot key = slot(inner.getType(0), map.keys(), meter);
      // Old writers declare keys as optional; a null key is rejected all the same.
      Slot required = new Slot(key.converter(), key.column(), key.repeated(), false, key.name());
      pair = new Wrapper(List.of(required, slot(inner.getType(1), map.values(), meter)));
    }

    @Override
    public Converter getConverter(int field) {
      return pair;
    }

    @Override
    public void start() {
      // Pairs append themselves.
    }

    @Override
    public void end() {
      map.endMap();
    }
  }

  /** The repeated group inside a list or map: each repetition gives every field one value. */
  private static final class Wrapper extends GroupConverter {
    private final List<Slot> slots;
    private int row;

    Wrapper(List<Slot> slots) {
      this.slots = slots;
    }

    @Override
    public Converter getConverter(int field) {
      return slots.get(field).converter();
    }

    @Override
    public void start() {
      row = slots.get(0).column().size();
    }

    @Override
    public void end() {
      slots.forEach(s -> s.endRow(row));
    }
  }
}
