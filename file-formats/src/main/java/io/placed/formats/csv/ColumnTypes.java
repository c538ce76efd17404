package io.placed.formats.csv;

import io.placed.schema.Field;
import io.placed.schema.Type;
import io.placed.vector.Column;
import io.placed.vector.Values;
import java.util.List;

/** Types of columns that are known as text only, such as those in the names of directories. */
public final class ColumnTypes {
  private ColumnTypes() {}

  /** The narrowest type that keeps every text; null texts are missing values. */
  public static Type of(List<String> texts) {
    TypeGuess guess = new TypeGuess();
    for (String text : texts) {
      if (text != null) {
        guess.add(text);
      }
    }
    return guess.result();
  }

  /** The value that a text stands for, as {@link Values} returns it. */
  public static Object parse(Type type, String text) {
    Column one = Column.of(type);
    CsvSource.parse(one, Field.of("value", type), text);
    return Values.get(one, 0);
  }
}
