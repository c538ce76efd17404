package io.placed.cli;

import io.placed.cli.input.ColumnList;
import io.placed.cli.input.InputOptions;
import io.placed.cli.input.Inputs;
import io.placed.cli.input.WhereOption;
import io.placed.formats.BatchSource;
import io.placed.schema.Schema;
import io.placed.vector.Batch;
import java.io.IOException;
import java.util.Arrays;
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
      parameterConsumer = ColumnList.class,
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

  /**
   * @param rows null if it is not given
   * @param byDefault how many rows are printed then, unless they are chosen by their numbers
   */
  final int print(Long rows, long byDefault, boolean asTable, boolean asJson) throws Exception {
    long limit = rows != null ? rows : numbers != null ? numbers.length : byDefault;
    if (limit < 0) {
      throw usage("-n must not be negative, found " + limit);
    }
    input.fewRows = limit <= FEW_ROWS;
    Inputs inputs = Inputs.of(environment, paths, input);
    Schema wanted = columns == null ? inputs.schema() : argument(() -> inputs.select(columns));
    argument(() -> filtered(inputs, !asJson && !asTable));
    RowPrinter printer =
        asJson
            ? RowPrinter.json(out())
            : asTable ? RowPrinter.table(out()) : RowPrinter.csv(out(), input.formats.csv());
    if (numbers != null) {
      if (where.isGiven()) {
        throw usage("--where and --row-numbers are not allowed together");
      }
      long[] printed = Arrays.copyOf(numbers, (int) Math.min(limit, numbers.length));
      Batch found = argument(() -> inputs.rows(wanted, printed));
      printer.start(wanted);
      printer.rows(found, found.rows());
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

  private static void copy(BatchSource source, RowPrinter printer, long limit) throws IOException {
    long left = limit;
    while (left > 0 && source.next()) {
      int count = (int) Math.min(left, source.batch().rows());
      printer.rows(source.batch(), count);
      left -= count;
    }
  }
}
