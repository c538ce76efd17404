package io.placed.cli.text;

import io.placed.formats.text.ValueText;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.text.Table;
import io.placed.vector.Batch;
import java.util.List;

/** Rows as a table of text. */
public final class RowTable {
  private static final int MAX_WIDTH = 40;

  private final Table table;

  public RowTable(Schema schema) {
    List<String> names = schema.fields().stream().map(Field::name).toList();
    table = new Table(names, schema.fields().stream().map(RowTable::isNumber).toList());
    table.maxWidth(MAX_WIDTH);
  }

  private static boolean isNumber(Field field) {
    return switch (field.type().kind()) {
      case INT8, INT16, INT32, INT64, FLOAT, DOUBLE, DECIMAL -> true;
      default -> false;
    };
  }

  /** Adds the first rows of a batch. */
  public void add(Batch batch, int count) {
    for (int row = 0; row < count; row++) {
      String[] values = new String[batch.columns().size()];
      for (int c = 0; c < values.length; c++) {
        values[c] = ValueText.text(batch.column(c), row);
      }
      table.add(values);
    }
  }

  @Override
  public String toString() {
    return table.toString();
  }
}
