package io.placed.spark.procedures;

import io.placed.predicate.Predicate;
import io.placed.spark.internal.Catalyst;
import io.placed.spark.internal.PlacedExtensions;
import io.placed.spark.internal.Session;
import io.placed.spark.internal.decision.NameResolver;
import io.placed.spark.internal.plan.PushedCondition;
import io.placed.spark.read.PlannedRead;
import io.placed.spark.types.SparkTypes;
import io.placed.table.DataSet;
import io.placed.table.snapshot.Snapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
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
    return of(path, 0, in);
  }

  /** On a snapshot; null if there is none, and if it is true for all rows. */
  static Predicate of(DataSet dataSet, Snapshot snapshot, Arguments in) {
    return of(dataSet.path(), snapshot.id(), in);
  }

  private static Predicate of(String path, long snapshot, Arguments in) {
    String text = in.textOrNull(NAME);
    List<String> name = text == null ? null : in.tableName();
    SparkSession spark = Session.activeSpark();
    // With what the session's catalog says about its columns, and the names that the log has.
    List<String> known =
        name == null ? null : PlacedExtensions.decisions(spark).names().tablePath(name);
    return of(text, known == null ? NameResolver.inCatalog(path) : known, snapshot);
  }

  /**
   * The meaning of a text.
   *
   * @param text null = all rows
   * @param table its name in the catalog of paths
   * @param snapshot 0 = the current one
   * @return null for all rows
   * @throws IllegalArgumentException if a scan cannot evaluate it alone, or no row can satisfy it
   */
  static Predicate of(String text, List<String> table, long snapshot) {
    if (text == null) {
      return null;
    }
    String name = table.stream().map(SparkTypes::quoted).collect(Collectors.joining("."));
    PushedCondition condition =
        Catalyst.get()
            .pushedCondition(
                Session.activeSpark(), session -> read(session, name, snapshot).where(text));
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

  private static Dataset<Row> read(SparkSession session, String name, long snapshot) {
    // In SQL, because Spark 3.5 takes no options that select a snapshot of a named table.
    return snapshot == 0
        ? session.table(name)
        : session.sql("SELECT * FROM " + name + " VERSION AS OF " + snapshot);
  }

  private static IllegalArgumentException invalid(String text, String why) {
    return new IllegalArgumentException("argument " + NAME + ": '" + text + "': " + why);
  }
}
