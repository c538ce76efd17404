package io.placed.cli;

import io.placed.cli.text.Output;
import io.placed.cli.text.RowTable;
import io.placed.formats.csv.CsvDialect;
import io.placed.formats.csv.CsvText;
import io.placed.formats.text.JsonRows;
import io.placed.schema.Schema;
import io.placed.vector.Batch;

/** An output format for rows. */
interface RowPrinter {
  void start(Schema schema);

  /** The first rows of a batch. */
  void rows(Batch batch, int count);

  void end();

  static RowPrinter csv(Output out, CsvDialect dialect) {
    CsvText text = new CsvText(dialect);
    return new RowPrinter() {
      @Override
      public void start(Schema schema) {
        out.print(text.header(schema));
      }

      @Override
      public void rows(Batch batch, int count) {
        out.print(text.rows(batch, 0, count));
      }

      @Override
      public void end() {
        // Nothing follows the rows.
      }
    };
  }

  /** One object per row and line. */
  static RowPrinter json(Output out) {
    StringBuilder text = new StringBuilder();
    return new RowPrinter() {
      @Override
      public void start(Schema schema) {
        // Every row names its columns.
      }

      @Override
      public void rows(Batch batch, int count) {
        text.setLength(0);
        for (int row = 0; row < count; row++) {
          JsonRows.appendRow(batch, row, text);
        }
        out.print(text);
      }

      @Override
      public void end() {
        // Nothing follows the rows.
      }
    };
  }

  /** Keeps all rows until the end, for the widths of the columns. */
  static RowPrinter table(Output out) {
    return new RowPrinter() {
      private RowTable table;

      @Override
      public void start(Schema schema) {
        table = new RowTable(schema);
      }

      @Override
      public void rows(Batch batch, int count) {
        table.add(batch, count);
      }

      @Override
      public void end() {
        out.print(table.toString());
      }
    };
  }
}
