package io.placed.formats.parquet;

import io.placed.formats.FormatException;
import io.placed.vector.Column;
import io.placed.vector.ListColumn;
import io.placed.vector.MapColumn;
import io.placed.vector.StructColumn;
import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;

/**
 * Appends the values of one field of a nested column to its column, from the readers of its leaves:
 * definition levels say what is null or empty, repetition levels where lists end (Melnik et al.,
 * "Dremel", VLDB 2010).
 */
abstract class FieldReader implements RowsReader {
  /** Appends the next value of the field. */
  abstract void read();

  @Override
  public void read(int rows) {
    for (int i = 0; i < rows; i++) {
      read();
      requireRowEnd();
    }
  }

  /** Passes by a value above which something is null or a list is empty. */
  abstract void skip();

  /** The leaf whose levels say what the value is. */
  abstract LeafReader first();

  /** Every leaf must be at the beginning of a row after the last one. */
  abstract void requireRowEnd();

  /** Builds the readers of the columns of a file. */
  static final class Builder {
    private final MessageType message;
    private final FileCalendar calendar;
    private final Meter meter;
    private final List<RowGroupReader> leaves;
    private final List<String> path = new ArrayList<>();

    /**
     * @param leaves receives the leaves
     */
    Builder(MessageType message, FileCalendar calendar, Meter meter, List<RowGroupReader> leaves) {
      this.message = message;
      this.calendar = calendar;
      this.meter = meter;
      this.leaves = leaves;
    }

    /**
     * @param column of the type that {@link ParquetSchemas#field} gives
     */
    RowsReader build(Type type, Column column) {
      if (type.isPrimitive() && !type.isRepetition(Type.Repetition.REPEATED)) {
        FlatReader reader =
            new FlatReader(
                message.getColumnDescription(new String[] {type.getName()}),
                column,
                PrimitiveConverters.of(type.asPrimitiveType(), column, calendar, meter));
        leaves.add(reader);
        return reader;
      }
      return field(type, column, 0, 0);
    }

    /**
     * @param definition level from which on what is above is there
     * @param repetition level of the list around it
     */
    private FieldReader field(Type type, Column column, int definition, int repetition) {
      path.add(type.getName());
      FieldReader reader;
      if (type.isRepetition(Type.Repetition.REPEATED)) {
        ListColumn list = (ListColumn) column;
        FieldReader element = value(type, list.elements(), definition + 1, repetition + 1);
        reader = new Lists(list, definition, repetition + 1, element);
      } else {
        boolean optional = type.isRepetition(Type.Repetition.OPTIONAL);
        reader = value(type, column, definition + (optional ? 1 : 0), repetition);
      }
      path.remove(path.size() - 1);
      return reader;
    }

    private FieldReader value(Type type, Column column, int definition, int repetition) {
      if (type.isPrimitive()) {
        ColumnDescriptor leaf = message.getColumnDescription(path.toArray(new String[0]));
        LeafReader reader =
            new LeafReader(
                leaf,
                column,
                PrimitiveConverters.of(type.asPrimitiveType(), column, calendar, meter));
        leaves.add(reader);
        return reader;
      }
      GroupType group = type.asGroupType();
      if (group.getFieldCount() == 0) {
        throw new FormatException("column '%s' has a group without fields".formatted(path.get(0)));
      }
      if (ParquetSchemas.isList(group)) {
        ListColumn list = (ListColumn) column;
        return new Lists(
            list, definition, repetition + 1, element(group, list, definition + 1, repetition + 1));
      }
      if (ParquetSchemas.isMap(group)) {
        return map(group, (MapColumn) column, definition, repetition + 1);
      }
      List<FieldReader> fields = new ArrayList<>();
      for (int i = 0; i < group.getFieldCount(); i++) {
        Column child = ((StructColumn) column).child(i);
        fields.add(field(group.getType(i), child, definition, repetition));
      }
      return new Structs((StructColumn) column, definition, fields);
    }

    private FieldReader element(GroupType list, ListColumn column, int definition, int repetition) {
      Type repeated = list.getType(0);
      path.add(repeated.getName());
      FieldReader element =
          ParquetSchemas.elementIsRepeated(list)
              ? value(repeated, column.elements(), definition, repetition)
              : field(repeated.asGroupType().getType(0), column.elements(), definition, repetition);
      path.remove(path.size() - 1);
      return element;
    }

    private FieldReader map(GroupType map, MapColumn column, int definition, int repetition) {
      GroupType pair = map.getType(0).asGroupType();
      path.add(pair.getName());
      Type key = pair.getType(0);
      FieldReader keys = field(key, column.keys(), definition + 1, repetition);
      FieldReader values = field(pair.getType(1), column.values(), definition + 1, repetition);
      path.remove(path.size() - 1);
      return new Maps(column, definition, repetition, key.getName(), keys, values);
    }
  }

  /** Counts batches, and the bytes of strings, so that a batch can end before it is too large. */
  static final class Meter {
    long batch;
    long bytes;

    void beginBatch() {
      batch++;
      bytes = 0;
    }
  }

  /** Several fields with the same parent. */
  private abstract static class Parent extends FieldReader {
    final List<FieldReader> children;
    private final LeafReader first;

    Parent(List<FieldReader> children) {
      this.children = children;
      this.first = children.get(0).first();
    }

    @Override
    final LeafReader first() {
      return first;
    }

    @Override
    final void skip() {
      for (FieldReader child : children) {
        child.skip();
      }
    }

    @Override
    final void requireRowEnd() {
      for (FieldReader child : children) {
        child.requireRowEnd();
      }
    }
  }

  private static final class Structs extends Parent {
    private final StructColumn column;
    private final int definition;

    Structs(StructColumn column, int definition, List<FieldReader> fields) {
      super(fields);
      this.column = column;
      this.definition = definition;
    }

    @Override
    void read() {
      if (first().definition() < definition) {
        column.appendNull();
        skip();
        return;
      }
      for (FieldReader child : children) {
        child.read();
      }
      column.endRow();
    }
  }

  /** Lists and maps. */
  private abstract static class Repeated extends Parent {
    private final Column column;
    private final int definition;
    private final int repetition;

    Repeated(Column column, int definition, int repetition, List<FieldReader> children) {
      super(children);
      this.column = column;
      this.definition = definition;
      this.repetition = repetition;
    }

    abstract void readElement();

    abstract void end();

    @Override
    final void read() {
      LeafReader first = first();
      int level = first.definition();
      if (level < definition) {
        column.appendNull();
        skip();
      } else if (level == definition) {
        end();
        skip();
      } else {
        do {
          readElement();
        } while (first.repetition() == repetition);
        end();
      }
    }
  }

  private static final class Lists extends Repeated {
    private final ListColumn list;
    private final FieldReader element;

    Lists(ListColumn list, int definition, int repetition, FieldReader element) {
      super(list, definition, repetition, List.of(element));
      this.list = list;
      this.element = element;
    }

    @Override
    void readElement() {
      element.read();
    }

    @Override
    void end() {
      list.endList();
    }
  }

  private static final class Maps extends Repeated {
    private final MapColumn map;
    private final String keyName;
    private final FieldReader keys;
    private final FieldReader values;

    Maps(
        MapColumn map,
        int definition,
        int repetition,
        String keyName,
        FieldReader keys,
        FieldReader values) {
      super(map, definition, repetition, List.of(keys, values));
      this.map = map;
      this.keyName = keyName;
      this.keys = keys;
      this.values = values;
    }

    @Override
    void readElement() {
      keys.read();
      // Old writers declare keys as optional.
      if (map.keys().isNull(map.keys().size() - 1)) {
        throw new FormatException("column '%s' is required, but has a null".formatted(keyName));
      }
      values.read();
    }

    @Override
    void end() {
      map.endMap();
    }
  }
}
