package io.placed.placement;

import io.placed.schema.Field;
import io.placed.schema.Schema;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** From the column names of a Placement to the columns of a schema. */
public final class ColumnNames {
  private static final int SHOWN = 40;

  private ColumnNames() {}

  /**
   * Position of the column of exactly this name, else of the only one that differs in case.
   *
   * @throws IllegalArgumentException naming the setting, the column, and the columns there are
   */
  public static int ordinal(String name, Schema schema, String setting) {
    int exact = schema.indexOf(name);
    if (exact >= 0) {
      return exact;
    }
    Optional<Integer> found;
    try {
      found = schema.find(name, false);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(setting + ": " + e.getMessage(), e);
    }
    return found.orElseThrow(
        () ->
            new IllegalArgumentException(
                setting
                    + ": there is no column "
                    + Names.quote(name)
                    + ". Allowed: "
                    + list(schema)));
  }

  /**
   * Whether a name is that of the column at a position.
   *
   * @param ordinal negative: of none
   */
  public static boolean isAt(String name, Schema schema, int ordinal) {
    try {
      return ordinal >= 0 && ordinal(name, schema, "") == ordinal;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  /**
   * Positions of the columns of sort keys.
   *
   * @throws IllegalArgumentException if a column does not exist, is nested, or comes twice
   */
  public static int[] sortKeys(List<SortKey> keys, Schema schema) {
    return named(keys.stream().map(SortKey::column).toList(), schema);
  }

  /**
   * Positions of columns that have an order.
   *
   * @param names none = all columns of the schema that have one
   * @throws IllegalArgumentException if a column does not exist, is nested, or comes twice, or if
   *     there is none
   */
  public static int[] ordered(List<String> names, Schema schema) {
    if (!names.isEmpty()) {
      return named(names, schema);
    }
    int[] all =
        IntStream.range(0, schema.size()).filter(c -> !schema.field(c).type().isNested()).toArray();
    if (all.length == 0) {
      throw new IllegalArgumentException(
          Reordering.SETTING + ": no column has an order; struct, list and map have none");
    }
    return all;
  }

  /** The name as texts have it: between backquotes unless it is a plain word. */
  public static String quote(String name) {
    return Names.quote(name);
  }

  private static int[] named(List<String> names, Schema schema) {
    int[] ordinals = new int[names.size()];
    for (int k = 0; k < ordinals.length; k++) {
      ordinals[k] = ordinal(names.get(k), schema, Reordering.SETTING);
      Field field = schema.field(ordinals[k]);
      if (field.type().isNested()) {
        throw new IllegalArgumentException(
            Reordering.SETTING
                + ": column "
                + Names.quote(field.name())
                + " is a "
                + field.type().kind().text()
                + ", which has no order. Allowed: columns that are not struct, list or map");
      }
      for (int j = 0; j < k; j++) {
        if (ordinals[j] == ordinals[k]) {
          throw new IllegalArgumentException(
              Reordering.SETTING
                  + ": "
                  + Names.quote(names.get(j))
                  + " and "
                  + Names.quote(names.get(k))
                  + " are the same column");
        }
      }
    }
    return ordinals;
  }

  private static String list(Schema schema) {
    String some =
        schema.fields().stream()
            .limit(SHOWN)
            .map(f -> Names.quote(f.name()))
            .collect(Collectors.joining(", "));
    return schema.size() > SHOWN ? some + ", … (" + schema.size() + " in all)" : some;
  }
}
