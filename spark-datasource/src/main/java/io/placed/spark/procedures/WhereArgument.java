package io.placed.spark.procedures;

import io.placed.predicate.Predicate;
import io.placed.spark.PlacedDataSource;
import io.placed.spark.internal.Catalyst;
import io.placed.spark.internal.PushedCondition;
import io.placed.spark.internal.Session;
import io.placed.spark.options.PlacedOptions;
import io.placed.spark.read.PlannedRead;
import io.placed.table.DataSet;
import io.placed.table.snapshot.Snapshot;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.DataFrameReader;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * The argument {@code where}: a condition in Spark SQL, with the names, types, functions and time
 * zone of the session. It means the rows that a query with this condition has: it is what the scan
 * of that query evaluates.
 */
final class WhereArgument {
  private static final String NAME = "where";

  private WhereArgument() {}

  /** On the table's current snapshot; null if there is none, and if it is true for all rows. */
  static Predicate of(String path, Arguments in) {
    return of(in.textOrNull(NAME), path, 0);
  }

  /** On a snapshot; null if there is none, and if it is true for all rows. */
  static Predicate of(DataSet dataSet, Snapshot snapshot, Arguments in) {
    return of(in.textOrNull(NAME), dataSet.path(), snapshot.id());
  }

  /**
   * The meaning of a text.
   *
   * @param text null = all rows
   * @param snapshot 0 = the current one
   * @return null for all rows
   * @throws IllegalArgumentException if a scan cannot evaluate it alone, or no row can satisfy it
   */
  static Predicate of(String text, String path, long snapshot) {
    if (text == null) {
      return null;
    }
    PushedCondition condition =
        Catalyst.get()
            .pushedCondition(
                Session.activeSpark(), session -> table(session, path, snapshot).where(text));
    if (condition.scan() == null && condition.left().isEmpty()) {
      throw invalid(text, "no row can satisfy it");
    }
    if (!condition.left().isEmpty() || !(condition.scan() instanceof PlannedRead read)) {
      throw invalid(
          text,
          "a scan does not evaluate "
              + String.join(" AND ", condition.left())
              + "; allowed are comparisons of columns with constants, IN, BETWEEN, LIKE, IS NULL,"
              + " and AND, OR, NOT of them");
    }
    List<Predicate> all = new ArrayList<>(read.plan().partitionFilters());
    all.addAll(read.plan().dataFilters());
    return all.isEmpty() ? null : Predicate.and(all);
  }

  private static Dataset<Row> table(SparkSession session, String path, long snapshot) {
    DataFrameReader reader = session.read().format(PlacedDataSource.NAME);
    return (snapshot == 0 ? reader : reader.option(PlacedOptions.SNAPSHOT, snapshot)).load(path);
  }

  private static IllegalArgumentException invalid(String text, String why) {
    return new IllegalArgumentException("argument " + NAME + ": '" + text + "': " + why);
  }
}
