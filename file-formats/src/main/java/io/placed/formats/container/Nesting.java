package io.placed.formats.container;

import io.placed.placement.ColumnGroups;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.schema.StructType;
import io.placed.vector.Batch;
import io.placed.vector.Column;
import io.placed.vector.StructColumn;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Column groups as structs, as Huai et al. (VLDB 2013, section 4) emulate them in formats without
 * column groups: the columns of a group are the fields of one struct column, at the position of the
 * first of them.
 *
 * @param groups names of the columns of each group, in their order; other columns are not grouped
 * @param first columns that come before all others, in this order; a group has the position of its
 *     first column
 */
public record Nesting(List<List<String>> groups, List<String> first) {
  public static final Nesting NONE = new Nesting(List.of());

  public Nesting {
    groups = List.copyOf(groups);
    first = List.copyOf(first);
  }

  /** In the order of the schema. */
  public Nesting(List<List<String>> groups) {
    this(groups, List.of());
  }

  private int group(String column) {
    for (int g = 0; g < groups.size(); g++) {
      if (groups.get(g).contains(column)) {
        return g;
      }
    }
    return -1;
  }

  /** The name of the top-level column of the file that holds a column. */
  public String top(String column) {
    int g = group(column);
    return g < 0 ? column : "group" + g;
  }

  /**
   * The schema of the file.
   *
   * @throws IllegalArgumentException if a column has the same name as a group
   */
  public Schema nest(Schema flat) {
    List<String> names = new ArrayList<>(first);
    flat.fields().stream().map(Field::name).filter(n -> !first.contains(n)).forEach(names::add);
    Set<Integer> done = new HashSet<>();
    List<Field> out = new ArrayList<>();
    for (String name : names) {
      int g = group(name);
      if (g < 0) {
        out.add(flat.require(name));
      } else if (done.add(g)) {
        requireFree(flat, top(name));
        List<Field> fields = groups.get(g).stream().map(flat::require).toList();
        out.add(Field.required(top(name), new StructType(fields)));
      }
    }
    return Schema.of(out);
  }

  private static void requireFree(Schema flat, String group) {
    if (flat.indexOf(group) >= 0) {
      throw new IllegalArgumentException(
          ColumnGroups.SETTING
              + ": groups are stored as columns group0, group1, …, but the table already has a"
              + " column '"
              + group
              + "'; rename it");
    }
  }

  /** A batch with the schema of the file; values of groups are copied. */
  public Batch nest(Batch flat) {
    if (equals(NONE)) {
      return flat;
    }
    Schema nested = nest(flat.schema());
    List<Column> columns = new ArrayList<>();
    for (Field f : nested.fields()) {
      int at = flat.schema().indexOf(f.name());
      columns.add(at >= 0 ? flat.column(at) : struct((StructType) f.type(), flat));
    }
    return Batch.of(nested, columns, flat.rows());
  }

  private static Column struct(StructType type, Batch flat) {
    StructColumn out = (StructColumn) Column.of(type);
    for (int k = 0; k < type.fields().size(); k++) {
      out.child(k).appendRange(flat.column(type.fields().get(k).name()), 0, flat.rows());
    }
    out.setSize(flat.rows());
    return out;
  }

  /** The index of a column among the fields of its group. */
  public int child(Schema nested, String name) {
    List<Field> fields = ((StructType) nested.require(top(name)).type()).fields();
    for (int i = 0; i < fields.size(); i++) {
      if (fields.get(i).name().equals(name)) {
        return i;
      }
    }
    throw new IllegalArgumentException("no column '" + name + "' in " + fields);
  }

  /** Whether a column belongs to a group. */
  public boolean isNested(String column) {
    return group(column) >= 0;
  }
}
