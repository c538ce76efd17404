package io.placed.spark.workload;

import io.placed.advise.workload.LoadedWorkload;
import io.placed.advise.workload.WorkloadSource;
import io.placed.advise.workload.WorkloadTable;
import io.placed.io.FileStores;
import io.placed.spark.internal.Session;
import io.placed.spark.workload.SqlStatements.Statement;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * An exported log of queries: a file of JSON lines, or CSV with a header, with the text of a query
 * in the column {@code sql}. Of Hive's query history (the table {@code sys.query_history}) the
 * columns {@code total_time_ms}, {@code query_state} and {@code failure_reason} are used, too.
 * Names are found in any case. Spark plans the statements, as those of {@link SqlSource}.
 */
public final class QueryLogSource implements WorkloadSource {
  private static final String SQL = "sql";
  private static final String MILLIS = "total_time_ms";
  private static final String STATE = "query_state";
  private static final String FAILURE = "failure_reason";

  private static final Pattern JSON =
      Pattern.compile("(?is)\\s*\\{(?:[^\\n]*,)?\\s*\"(?:query_history\\.)?sql\"\\s*:.*");
  private static final Pattern CSV =
      Pattern.compile("(?is)(?:[\\w.\"]+,)*\"?(?:query_history\\.)?sql\"?(?:,[^\\n]*)?\\r?\\n.*");

  @Override
  public String kind() {
    return "logs of queries as JSON lines or CSV with a column sql";
  }

  @Override
  public boolean reads(FileStores stores, String path, String head) {
    return JSON.matcher(head).matches() || CSV.matcher(head).matches();
  }

  @Override
  public List<LoadedWorkload> load(FileStores stores, String path, List<WorkloadTable> tables)
      throws IOException {
    SparkSession own = Session.of(SqlSource.session()).unrecordedInCatalog();
    boolean json =
        new String(head(stores, path), java.nio.charset.StandardCharsets.UTF_8)
            .stripLeading()
            .startsWith("{");
    Dataset<Row> log =
        json
            ? own.read().option("mode", "PERMISSIVE").json(path)
            : own.read()
                .option("header", "true")
                .option("multiLine", "true")
                .option("escape", "\"")
                .csv(path);
    Map<String, Integer> columns = new HashMap<>();
    for (int i = 0; i < log.columns().length; i++) {
      String name = log.columns()[i].toLowerCase(Locale.ROOT);
      columns.putIfAbsent(name.substring(name.lastIndexOf('.') + 1), i);
    }
    if (!columns.containsKey(SQL)) {
      throw new IllegalArgumentException(
          path + ": the log has no column sql, found " + List.of(log.columns()));
    }
    List<Statement> statements = new ArrayList<>();
    long damaged = 0;
    for (Row row : log.collectAsList()) {
      String sql = text(row, columns.get(SQL));
      if (sql == null) {
        damaged++;
      } else if (!failed(row, columns)) {
        statements.add(
            new Statement(null, 1, plain(sql), 0, millis(text(row, columns.get(MILLIS)))));
      }
    }
    return SqlSource.load(own, statements, tables, damaged);
  }

  private static byte[] head(FileStores stores, String path) throws IOException {
    var file = stores.forPath(path).input(path);
    byte[] bytes = new byte[(int) Math.min(64, file.length())];
    try (var in = file.open()) {
      in.readFully(0, bytes, 0, bytes.length);
    }
    return bytes;
  }

  private static boolean failed(Row row, Map<String, Integer> columns) {
    String failure = text(row, columns.get(FAILURE));
    String state = text(row, columns.get(STATE));
    return failure != null && !failure.isBlank() && !failure.equalsIgnoreCase("null")
        || state != null && state.equalsIgnoreCase("error");
  }

  /** Null if the column is absent or null. */
  private static String text(Row row, Integer column) {
    return column == null || row.isNullAt(column) ? null : row.get(column).toString();
  }

  private static double millis(String text) {
    try {
      return text == null ? 0 : Math.max(0, Double.parseDouble(text));
    } catch (NumberFormatException e) {
      return 0; // unknown
    }
  }

  /** Without the semicolon at its end. */
  private static String plain(String sql) {
    String text = sql.strip();
    return text.endsWith(";") ? text.substring(0, text.length() - 1) : text;
  }
}
