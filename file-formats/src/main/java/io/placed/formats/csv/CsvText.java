package io.placed.formats.csv;

import io.placed.formats.text.TextInput;
import io.placed.formats.text.ValueText;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.schema.TypeKind;
import io.placed.vector.Batch;
import io.placed.vector.BytesColumn;
import io.placed.vector.Column;

/** Rows as CSV with line feeds. Only values that need quotes are quoted. */
public final class CsvText {
  private final CsvDialect dialect;
  private final StringBuilder out = new StringBuilder();
  private final StringBuilder value = new StringBuilder();

  public CsvText(CsvDialect dialect) {
    this.dialect = dialect;
  }

  /** The header row, empty if there is none; valid until the next call. */
  public CharSequence header(Schema schema) {
    out.setLength(0);
    if (!dialect.header()) {
      return out;
    }
    for (Field f : schema.fields()) {
      if (out.length() > 0) {
        out.append(dialect.delimiter());
      }
      appendQuoted(f.name());
    }
    return out.append('\n');
  }

  /** The lines of rows [from, to); valid until the next call. */
  public CharSequence rows(Batch batch, int from, int to) {
    out.setLength(0);
    for (int row = from; row < to; row++) {
      for (int c = 0; c < batch.columns().size(); c++) {
        if (c > 0) {
          out.append(dialect.delimiter());
        }
        append(batch.column(c), row);
      }
      out.append('\n');
    }
    return out;
  }

  private void append(Column column, int row) {
    if (column.isNull(row)) {
      out.append(dialect.nullText());
    } else if (column.type().kind() == TypeKind.STRING) {
      appendQuoted(((BytesColumn) column).getString(row));
    } else if (column.type().isNested()) {
      value.setLength(0);
      ValueText.append(column, row, value);
      appendQuoted(value);
    } else {
      appendPlain(column, row);
    }
  }

  /**
   * Quoted only if another delimiter than a comma is in it, such as the point of a number, or if it
   * reads like null.
   */
  private void appendPlain(Column column, int row) {
    int start = out.length();
    ValueText.append(column, row, out);
    boolean delimiter =
        dialect.delimiter() != ',' && out.indexOf(String.valueOf(dialect.delimiter()), start) >= 0;
    if (delimiter || isNullText(start)) {
      out.insert(start, '"').append('"');
    }
  }

  /** Whether the output from here on is the string that represents null. */
  private boolean isNullText(int start) {
    String nullText = dialect.nullText();
    return out.length() - start == nullText.length() && out.indexOf(nullText, start) == start;
  }

  /** A byte order mark in front of the first text of a file would be taken for the file's. */
  private void appendQuoted(CharSequence text) {
    boolean quotes =
        text.isEmpty()
            || text.charAt(0) == TextInput.BYTE_ORDER_MARK
            || dialect.nullText().contentEquals(text);
    boolean inner = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      inner |= c == '"';
      quotes |= c == dialect.delimiter() || c == '\n' || c == '\r' || c == '"';
    }
    if (!quotes) {
      out.append(text);
      return;
    }
    out.append('"');
    out.append(inner ? text.toString().replace("\"", "\"\"") : text);
    out.append('"');
  }
}
