package io.placed.cli.diff;

import io.placed.schema.Field;
import io.placed.schema.ListType;
import io.placed.schema.MapType;
import io.placed.schema.Schema;
import io.placed.schema.StructType;
import io.placed.schema.Type;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Which columns of two tables belong together: those of the same name, else of the same name but
 * for case.
 *
 * @param first names of columns whose values are compared, in the first table
 * @param second the same columns in the second
 * @param differences columns that only one has, or that have another name or type
 * @param sameOrder whether the columns that both have are in the same order
 */
record ColumnPairs(
    List<String> first,
    List<String> second,
    List<ColumnDifference> differences,
    boolean sameOrder) {

  static ColumnPairs of(Schema a, Schema b) {
    List<String> first = new ArrayList<>();
    List<String> second = new ArrayList<>();
    List<ColumnDifference> differences = new ArrayList<>();
    Set<Integer> paired = new HashSet<>();
    int last = -1;
    boolean sameOrder = true;
    for (Field f : a.fields()) {
      int at = partner(f.name(), a, b);
      if (at < 0) {
        differences.add(new ColumnDifference(f.name(), text(f), null, false));
        continue;
      }
      Field g = b.field(at);
      paired.add(at);
      sameOrder &= at > last;
      last = at;
      boolean comparable = RowBytes.areComparable(f.type(), g.type());
      if (comparable) {
        first.add(f.name());
        second.add(g.name());
      }
      if (!text(f).equals(text(g))) {
        differences.add(new ColumnDifference(f.name(), text(f), text(g), comparable));
      }
    }
    for (int i = 0; i < b.size(); i++) {
      if (!paired.contains(i)) {
        differences.add(new ColumnDifference(b.field(i).name(), null, text(b.field(i)), false));
      }
    }
    return new ColumnPairs(first, second, differences, sameOrder);
  }

  /** The column of b for one of a; -1 if there is none. */
  private static int partner(String name, Schema a, Schema b) {
    int exact = b.indexOf(name);
    if (exact >= 0) {
      return exact;
    }
    int found = -1;
    for (int i = 0; i < b.size(); i++) {
      String other = b.field(i).name();
      if (other.equalsIgnoreCase(name) && a.indexOf(other) < 0) {
        if (found >= 0) {
          return -1;
        }
        found = i;
      }
    }
    boolean unique = a.fields().stream().filter(f -> f.name().equalsIgnoreCase(name)).count() == 1;
    return unique ? found : -1;
  }

  /** Without ids, and whether null is allowed: formats do not agree on that. */
  private static String text(Field f) {
    return nullable(f).toString();
  }

  private static Field nullable(Field f) {
    Type type = f.type();
    List<Field> children = type.children().stream().map(ColumnPairs::nullable).toList();
    Type plain =
        switch (type.kind()) {
          case STRUCT -> new StructType(children);
          case LIST -> new ListType(children.get(0));
          case MAP -> new MapType(required(children.get(0)), children.get(1));
          default -> type;
        };
    return new Field(0, f.name(), plain, true);
  }

  /** As the key of a map must be. */
  private static Field required(Field f) {
    return new Field(0, f.name(), f.type(), false);
  }
}
