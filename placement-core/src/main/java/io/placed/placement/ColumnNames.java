package io.placed.placement;

import io.placed.schema.Field;
import io.placed.schema.Schema;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Resolves the column names of a Placement in a schema. */
public final class ColumnNames {
  private static final int SHOWN = 40;

  private ColumnNames() {}

  /**
   * Position of the column with exactly this name, else of the only one that differs in case.
   *
   * @throws IllegalArgumentException naming the setting, the column, and the columns of the schema
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
                    + ": column "
                    + Names.quote(name)
                    + " does not exist. Allowed: "
                    + list(schema)));
  }

  /**
   * Whether a name refers to the column at a position.
   *
   * @param ordinal negative: no column
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
   * Positions of columns with an order.
   *
   * @param names empty = all columns of the schema with an order
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
          Reordering.SETTING
              + ": the schema has no column with an order; struct, list and map have none");
    }
    return all;
  }

  /** The name in the text form: in backquotes unless it is a plain word. */
  public static String quote(String name) {
    return Names.quote(name);
  }

  /**
   * Positions of columns.
   *
   * @throws IllegalArgumentException if a column does not exist or comes twice, such as in another
   *     case
   */
  public static int[] distinct(List<String> names, Schema schema, String setting) {
    int[] ordinals = new int[names.size()];
    int[] first = new int[schema.size()];
    for (int k = 0; k < ordinals.length; k++) {
      int c = ordinal(names.get(k), schema, setting);
      if (first[c] > 0) {
        throw new IllegalArgumentException(
            setting
                + ": "
                + Names.quote(names.get(first[c] - 1))
                + " and "
                + Names.quote(names.get(k))
                + " are the same column");
      }
      first[c] = k + 1;
      ordinals[k] = c;
    }
    return ordinals;
  }

  private static int[] named(List<String> names, Schema schema) {
    int[] ordinals = distinct(names, schema, Reordering.SETTING);
    for (int c : ordinals) {
      Field field = schema.field(c);
      if (field.type().isNested()) {
        throw new IllegalArgumentException(
            Reordering.SETTING
                + ": column "
                + Names.quote(field.name())
                + " of type "
                + field.type().kind().text()
                + " has no order. Allowed: columns that are not struct, list or map");
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
    return schema.size() > SHOWN ? some + ", … (" + schema.size() + " in total)" : some;
  }
}
