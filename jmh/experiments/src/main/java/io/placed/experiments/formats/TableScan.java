package io.placed.experiments.formats;

import io.placed.benchmarks.engine.Engine;
import io.placed.benchmarks.engine.Loop;
import io.placed.benchmarks.engine.Query;
import io.placed.benchmarks.engine.Scan;
import io.placed.benchmarks.engine.Totals;
import io.placed.benchmarks.macro.TableFiles;
import io.placed.experiments.Lab;
import io.placed.experiments.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Runs a query on a stored table and compares its sums with the generator's. */
public final class TableScan {
  private TableScan() {}

  /** All rows of some columns. */
  public static Query columns(TableFiles table, List<String> columns) throws IOException {
    return new Query(table.schema(), columns, Loop.SIMPLE, null);
  }

  /** The expected result. */
  public static String expected(TableFiles table, Query query) throws IOException {
    Totals totals = query.byRows() ? table.filtered(query) : table.totals().select(query.columns());
    return totals.text();
  }

  /** The query, independent of the format. */
  public static String question(String table, Query query) {
    return table
        + ": sums of "
        + (query.columns().size() > 6 ? query.columns().size() + " columns" : query.columns())
        + (query.filters().isEmpty() ? "" : " where " + query.filters())
        + (query.sample() < 1 ? " of " + query.sample() + " of the rows" : "");
  }

  /**
   * Times a query.
   *
   * @param cold whether from an empty page cache
   */
  public static Outcome.Builder run(Lab lab, String table, Engine engine, Query query, boolean cold)
      throws Exception {
    Path file = lab.file(table, engine.format());
    return run(lab, table, engine, query, file, cold);
  }

  /**
   * The same.
   *
   * @param file where the table is
   */
  public static Outcome.Builder run(
      Lab lab, String table, Engine engine, Query query, Path file, boolean cold) throws Exception {
    String question = question(table, query);
    lab.check(question, expected(lab.table(table), query));
    Scan scan = engine.prepare(file, query);
    Outcome.Builder out =
        cold
            ? lab.cold(question, List.of(file), () -> scan.run().text())
            : lab.warm(question, () -> scan.run().text());
    return out.with("file", "B", Files.size(file));
  }
}
