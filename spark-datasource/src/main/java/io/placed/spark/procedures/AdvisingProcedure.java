package io.placed.spark.procedures;

import io.placed.advise.Advice;
import io.placed.advise.AdvisorArguments;
import io.placed.advise.AdvisorSettings;
import io.placed.advise.JoinedTables;
import io.placed.advise.QueriedTable;
import io.placed.spark.internal.Catalyst;
import io.placed.spark.internal.Session;
import io.placed.spark.version.TableCall.Parameter;
import io.placed.spark.workload.HistoryListener;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;

/** A procedure that takes the arguments of the adviser, and runs it in the driver. */
abstract class AdvisingProcedure extends TableProcedure {
  static final String WORKLOAD = "workload";

  /** Whether the table keeps the predictions for a later check: {@code true}, the default. */
  private static final String REMEMBER = "remember";

  /** Formats of other tables that are named by their paths. */
  private static final Set<String> FORMATS = Set.of("parquet", "orc", "iceberg", "delta");

  AdvisingProcedure(String name, String description, StructType result) {
    super(
        name,
        description,
        result,
        Stream.concat(
                Stream.concat(Stream.of(WORKLOAD), AdvisorArguments.NAMES.stream()),
                Stream.of(REMEMBER))
            .map(TableProcedure::optional)
            .toArray(Parameter[]::new));
  }

  /**
   * The rows of the result.
   *
   * @param source lines about what of the workload's source was understood
   */
  abstract List<Object[]> rows(Advice advice, List<String> source);

  @Override
  final List<Object[]> rows(String path, Arguments in) throws IOException {
    AdvisorSettings settings =
        AdvisorArguments.parse(in::textOrNull).withTemporaryDirectory(Session.localDirectory());
    String name = in.nameInCatalog();
    QueriedTable.Named table =
        name == null ? QueriedTable.Named.at(path) : new QueriedTable.Named(path, name);
    QueriedTable queried =
        QueriedTable.load(Session.active().stores(Map.of()), workload(in), List.of(table)).get(0);
    Advice advice = JoinedTables.advise(List.of(queried), settings, QueriedTable::advise).get(0);
    return rows(
        remembers(in) ? queried.remember(advice) : advice, queried.queries().report().lines());
  }

  /** Also of tables of other formats that are named as {@code parquet.`/path`}. */
  @Override
  final String pathOf(Arguments in) {
    List<String> parts = in.tableName();
    boolean byPath =
        parts != null
            && parts.size() == 2
            && FORMATS.contains(parts.get(0).toLowerCase(Locale.ROOT))
            && parts.get(1).contains("/");
    return byPath ? parts.get(1) : in.table();
  }

  private static boolean remembers(Arguments in) {
    String given = in.textOrNull(REMEMBER);
    if (given == null || given.equalsIgnoreCase("true")) {
      return true;
    }
    if (given.equalsIgnoreCase("false")) {
      return false;
    }
    throw new IllegalArgumentException(
        "argument remember must be true or false, found '" + given + "'");
  }

  /** Path of the source of queries: by default the history of the session. */
  static String workload(Arguments in) {
    String given = in.textOrNull(WORKLOAD);
    if (given != null) {
      return given;
    }
    String history =
        Catalyst.get().settings(SparkSession.active()).get(HistoryListener.SETTING, "");
    if (history.isEmpty()) {
      throw new IllegalArgumentException(
          "argument workload: the path of a history, an event log, a file of SQL or a workload is"
              + " required, because "
              + HistoryListener.SETTING
              + " is not set");
    }
    HistoryListener.publish();
    return history;
  }
}
