package io.placed.format.v1;

import io.placed.schema.Field;
import io.placed.schema.Storage;
import java.util.ArrayList;
import java.util.List;

/**
 * A field of a column's schema tree, in pre-order.
 *
 * @param number in the column; 0 = the column itself
 * @param repeated whether it is below a list or map, so that it does not have one value per row
 */
public record Node(int number, Field field, boolean repeated) {

  /** The nodes of a column, by number. */
  public static List<Node> of(Field column) {
    List<Node> out = new ArrayList<>();
    add(column, false, out);
    return List.copyOf(out);
  }

  private static void add(Field field, boolean repeated, List<Node> out) {
    out.add(new Node(out.size(), field, repeated));
    boolean below = repeated || field.type().storage() == Storage.LENGTHS;
    for (Field child : field.type().children()) {
      add(child, below, out);
    }
  }

  /** Number of nodes of a field, including its children. */
  public static int count(Field field) {
    int n = 1;
    for (Field child : field.type().children()) {
      n += count(child);
    }
    return n;
  }
}
