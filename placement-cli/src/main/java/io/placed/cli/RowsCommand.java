package io.placed.cli;

import io.placed.cli.text.Output;
import io.placed.cli.text.RowTable;
import io.placed.formats.BatchSource;
import io.placed.formats.csv.CsvText;
import io.placed.formats.text.JsonRows;
import io.placed.schema.Schema;
import io.placed.vector.Batch;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Commands that print rows. */
abstract class RowsCommand extends BaseCommand {
  /** Up to this limit nothing is read ahead. */
  private static final long FEW_ROWS = 1 << 16;

  @Parameters(
      arity = "1..*",
      paramLabel = "PATH",
      description = "Files or data sets that form one table.")
  private List<String> paths;

  @Mixin private InputOptions input;

  @Mixin private WhereOption where;

  @Option(
      names = {"-c", "--columns"},
      paramLabel = "COLUMN",
      split = ",",
      description = "Columns to print, in this order. Default: all.")
  private List<String> columns;

  @Option(
      names = "--row-numbers",
      paramLabel = "N",
      split = ",",
      description =
          "Only these rows, in this order: by position in a single file, from 0, and by _row_id in"
              + " a data set.")
  private long[] numbers;

  /** An output format for rows. */
  private interface Printer {
    void start(Schema schema);

    void rows(Batch batch, int count);

    void end();
  }

  final int print(long limit, boolean asTable, boolean asJson) throws Exception {
    if (limit < 0) {
      throw usage("-n must not be negative, found " + limit);
    }
    input.fewRows = limit <= FEW_ROWS;
    Inputs inputs = Inputs.of(environment, paths, input);
    Schema wanted = columns == null ? inputs.schema() : argument(() -> inputs.select(columns));
    argument(() -> filtered(inputs, !asJson && !asTable));
    Printer printer = asJson ? json() : asTable ? table() : csv();
    if (numbers != null) {
      if (where.isGiven()) {
        throw usage("--where and --row-numbers are not allowed together");
      }
      Batch rows = argument(() -> inputs.rows(wanted, numbers));
      printer.start(wanted);
      printer.rows(rows, rows.rows());
      printer.end();
      return 0;
    }
    printer.start(wanted);
    try (BatchSource source = inputs.open(wanted)) {
      copy(source, printer, limit);
    }
    printer.end();
    return 0;
  }

  private Inputs filtered(Inputs inputs, boolean toCsv) {
    inputs.requireUsed(toCsv);
    where.applyTo(inputs);
    return inputs;
  }

  private static void copy(BatchSource source, Printer printer, long limit) throws IOException {
    long left = limit;
    while (left > 0 && source.next()) {
      int count = (int) Math.min(left, source.batch().rows());
      printer.rows(source.batch(), count);
      left -= count;
    }
  }

  private Printer csv() {
    Output out = out();
    CsvText text = new CsvText(input.formats.csv());
    return new Printer() {
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

  private Printer json() {
    Output out = out();
    StringBuilder text = new StringBuilder();
    return new Printer() {
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

  private Printer table() {
    Output out = out();
    return new Printer() {
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
