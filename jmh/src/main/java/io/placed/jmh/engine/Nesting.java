package io.placed.jmh.engine;

import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.schema.StructType;
import io.placed.vector.Batch;
import io.placed.vector.Column;
import io.placed.vector.StructColumn;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Column groups as structs, the way in which the paper on placement has them in formats that know
 * none: the columns of a group are the fields of one column, which lies where the first of them
 * did.
 *
 * @param groups names of the columns that lie together; others lie by themselves
 */
public record Nesting(List<List<String>> groups) {
  public static final Nesting NONE = new Nesting(List.of());

  public Nesting {
    groups = List.copyOf(groups);
  }

  private int group(String column) {
    for (int g = 0; g < groups.size(); g++) {
      if (groups.get(g).contains(column)) {
        return g;
      }
    }
    return -1;
  }

  /** The name of the column of the file that holds a column. */
  String top(String column) {
    int g = group(column);
    return g < 0 ? column : "group" + g;
  }

  /** The columns as they are in the file. */
  Schema nest(Schema flat) {
    Map<String, List<Field>> tops = new LinkedHashMap<>();
    for (Field f : flat.fields()) {
      tops.computeIfAbsent(top(f.name()), t -> new ArrayList<>()).add(f);
    }
    List<Field> out = new ArrayList<>();
    tops.forEach(
        (name, fields) ->
            out.add(
                name.equals(fields.get(0).name())
                    ? fields.get(0)
                    : Field.required(name, new StructType(fields))));
    return Schema.of(out);
  }

  /** A batch of the file's columns, with copies of the values. */
  Batch nest(Batch flat) {
    if (groups.isEmpty()) {
      return flat;
    }
    Batch out = Batch.of(nest(flat.schema()));
    for (int c = 0; c < flat.schema().size(); c++) {
      String name = flat.schema().field(c).name();
      Column to = leaf(out, name);
      to.appendRange(flat.column(c), 0, flat.rows());
    }
    for (Column c : out.columns()) {
      if (c instanceof StructColumn s) {
        s.setSize(flat.rows());
      }
    }
    out.setRows(flat.rows());
    return out;
  }

  private Column leaf(Batch nested, String name) {
    String top = top(name);
    Column column = nested.column(nested.schema().indexOf(top));
    return top.equals(name) ? column : ((StructColumn) column).child(child(nested.schema(), name));
  }

  /** Where a column is among the fields of its group. */
  int child(Schema nested, String name) {
    StructType struct = (StructType) nested.require(top(name)).type();
    List<Field> fields = struct.children();
    for (int i = 0; i < fields.size(); i++) {
      if (fields.get(i).name().equals(name)) {
        return i;
      }
    }
    throw new IllegalArgumentException("no column '" + name + "' in " + struct);
  }

  /** Whether a column is a field of another. */
  boolean isNested(String column) {
    return group(column) >= 0;
  }
}
