package io.placed.format.v1;

import io.placed.schema.Field;
import io.placed.schema.Storage;
import java.util.ArrayList;
import java.util.List;

/**
 * One field of a column's tree, in pre-order.
 *
 * @param number in the column; 0 = the column itself
 * @param repeated whether it lies below a list or map, so that its values are not one per row
 */
public record Node(int number, Field field, boolean repeated) {

  /** The nodes of a column; the position in the list is the number. */
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

  /** How many nodes a field and all below it make. */
  public static int count(Field field) {
    int n = 1;
    for (Field child : field.type().children()) {
      n += count(child);
    }
    return n;
  }
}
