package io.placed.formats.csv;

import io.placed.schema.Field;
import io.placed.schema.Type;
import io.placed.vector.Column;
import io.placed.vector.Values;
import java.util.List;

/** Type inference for columns of strings, such as partition values in directory names. */
public final class ColumnTypes {
  private ColumnTypes() {}

  /** The narrowest type that represents every string without loss; null strings are nulls. */
  public static Type of(List<String> texts) {
    TypeGuess guess = new TypeGuess();
    for (String text : texts) {
      if (text != null) {
        guess.add(text);
      }
    }
    return guess.result();
  }

  /** Parses a string; the result is as {@link Values} returns it. */
  public static Object parse(Type type, String text) {
    Column one = Column.of(type);
    TextValues.parse(one, Field.of("value", type), text);
    return Values.get(one, 0);
  }
}
