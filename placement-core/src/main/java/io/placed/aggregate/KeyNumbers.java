package io.placed.aggregate;

import io.placed.expression.ExpressionValues;
import io.placed.schema.Type;
import io.placed.vector.BytesColumn;
import io.placed.vector.Column;

/**
 * Numbers the different values of one expression to group by, in the order in which they come from
 * 1 on; 0 is the missing value. Values that are stored as codes of a dictionary, and integers that
 * lie close together, take one look into an array each.
 */
abstract class KeyNumbers {
  private final Column values;

  KeyNumbers(Type type) {
    values = Column.of(type);
    values.appendNull();
  }

  /**
   * @throws IllegalArgumentException if groups by such values are not made
   */
  static KeyNumbers of(Type type) {
    return switch (type.kind()) {
      case FLOAT, DOUBLE, STRUCT, LIST, MAP ->
          throw new IllegalArgumentException("grouping by type " + type + " is not supported");
      case STRING, BINARY -> new BytesKeyNumbers(type);
      default -> new IntegerKeyNumbers(type);
    };
  }

  /** Writes the number of each of n values. */
  abstract void number(ExpressionValues in, int n, int[] out);

  /**
   * The number of one value.
   *
   * @throws IllegalArgumentException if these are no strings
   */
  int of(BytesColumn strings, int i) {
    throw new IllegalArgumentException("expected a string or binary, found " + values.type());
  }

  /** The values by number. */
  final Column values() {
    return values;
  }

  /** Above all numbers. */
  final int count() {
    return values.size();
  }

  long memoryBytes() {
    return values.memoryBytes() + 16L * count();
  }

  /** Starts anew. */
  void clear() {
    values.clear();
    values.appendNull();
  }
}
