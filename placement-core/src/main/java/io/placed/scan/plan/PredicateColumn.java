package io.placed.scan.plan;

import io.placed.scan.decode.ColumnConverter;
import io.placed.scan.request.ReadRequest;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.schema.StructType;
import io.placed.schema.Type;
import io.placed.schema.TypeKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Decides in which type a predicate tests a column. */
final class PredicateColumn {
  private PredicateColumn() {}

  /**
   * The stored type, unless literals have a different meaning in the table's type; of a struct only
   * the fields that the predicate needs.
   *
   * @throws IllegalArgumentException unless the stored type widens to the table's type
   */
  static Field of(Field stored, Field table, ReadRequest request) {
    if (request.tableSchema() == null) {
      return stored;
    }
    if (!stored.type().isNested()) {
      ColumnConverter.requireWidening(stored.name(), stored.type(), table.type());
      // Dates and timestamps have different kinds of literals.
      boolean otherKind = stored.type().kind() == TypeKind.DATE;
      return otherKind ? table : stored;
    }
    List<List<String>> paths = new ArrayList<>();
    boolean caseSensitive = request.caseSensitive();
    for (List<String> path : request.predicate().paths()) {
      if (same(path.get(0), table.name(), caseSensitive)) {
        paths.add(path.subList(1, path.size()));
      }
    }
    Field wanted = wanted(request.wanted(), table.name(), caseSensitive);
    if (wanted != null && paths.stream().allMatch(p -> has(wanted.type(), p, caseSensitive))) {
      return wanted;
    }
    // With those that differ in case, which are then not taken for each other.
    return table.withType(pruned(table.type(), paths, !request.ignoresFieldCase()));
  }

  private static Field wanted(Schema schema, String name, boolean caseSensitive) {
    if (schema == null) {
      return null;
    }
    Optional<Integer> at = schema.find(name, caseSensitive);
    return at.map(schema::field).orElse(null);
  }

  private static boolean same(String a, String b, boolean caseSensitive) {
    return caseSensitive ? a.equals(b) : a.equalsIgnoreCase(b);
  }

  private static boolean has(Type type, List<String> path, boolean caseSensitive) {
    if (path.isEmpty()) {
      return true;
    }
    int at =
        type instanceof StructType s
            ? ColumnConverter.indexOf(s.fields(), List.of(), path.get(0), !caseSensitive)
            : -1;
    return at >= 0
        && has(type.children().get(at).type(), path.subList(1, path.size()), caseSensitive);
  }

  /** The fields on the paths; all if there are none. */
  private static Type pruned(Type type, List<List<String>> paths, boolean caseSensitive) {
    if (!(type instanceof StructType struct)) {
      return type;
    }
    List<Field> kept = new ArrayList<>();
    for (Field f : struct.fields()) {
      List<List<String>> below = new ArrayList<>();
      for (List<String> p : paths) {
        if (!p.isEmpty() && same(p.get(0), f.name(), caseSensitive)) {
          below.add(p.subList(1, p.size()));
        }
      }
      if (!below.isEmpty()) {
        kept.add(f.withType(pruned(f.type(), below, caseSensitive)));
      }
    }
    // Without a field, the predicate tests for null, or the binder reports the invalid path.
    return kept.isEmpty() ? type : new StructType(kept);
  }
}
