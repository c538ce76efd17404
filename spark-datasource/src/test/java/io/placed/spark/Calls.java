package io.placed.spark;

import io.placed.spark.internal.Frames;
import io.placed.spark.version.TableCall;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.CatalystTypeConverters;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.read.LocalScan;

/**
 * Runs the procedures of {@code CALL placed.system.…} for tests on Spark 3.5, which has no such
 * statement, so that these see what the procedures leave.
 */
final class Calls {
  private static final Pattern CALL =
      Pattern.compile(
          "\\s*call\\s+placed\\.system\\.(\\w+)\\s*\\((.*)\\)\\s*",
          Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  private static final Pattern NAMED = Pattern.compile("\\s*(\\w+)\\s*=>(.*)", Pattern.DOTALL);

  private Calls() {}

  /** Whether Spark does not know the statement. */
  static boolean isNeeded(String statement) {
    return !SparkTestCase.since("4.0") && CALL.matcher(statement).matches();
  }

  static Dataset<Row> run(SparkSession session, String statement) {
    Matcher call = CALL.matcher(statement);
    if (!call.matches()) {
      throw new IllegalArgumentException(statement);
    }
    TableCall procedure =
        new PlacedCatalog()
            .procedures().stream()
                .filter(p -> p.name().equalsIgnoreCase(call.group(1)))
                .findFirst()
                .orElseThrow();
    SparkSession before = SparkSession.active();
    SparkSession.setActiveSession(session);
    try {
      InternalRow arguments = values(session, procedure.parameters(), split(call.group(2)));
      LocalScan result = procedure.call(arguments);
      var toRow = CatalystTypeConverters.createToScalaConverter(result.readSchema());
      List<Row> rows = Stream.of(result.rows()).map(r -> (Row) toRow.apply(r)).toList();
      return session.createDataFrame(rows, result.readSchema());
    } finally {
      SparkSession.setActiveSession(before);
    }
  }

  /** The arguments by position, computed by Spark. */
  private static InternalRow values(
      SparkSession session, List<TableCall.Parameter> parameters, List<String> arguments) {
    Map<String, String> given = new HashMap<>();
    for (int i = 0; i < arguments.size(); i++) {
      Matcher named = NAMED.matcher(arguments.get(i));
      boolean hasName = named.matches();
      given.put(
          hasName ? named.group(1) : parameters.get(i).name(),
          hasName ? named.group(2) : arguments.get(i));
    }
    for (String name : given.keySet()) {
      if (parameters.stream().noneMatch(p -> p.name().equals(name))) {
        throw new IllegalArgumentException("no argument is called " + name + ": " + parameters);
      }
    }
    String values =
        parameters.stream()
            .map(
                p ->
                    "cast("
                        + given.getOrDefault(p.name(), p.otherwise())
                        + " as "
                        + p.type().sql()
                        + ") as "
                        + p.name())
            .collect(Collectors.joining(", "));
    return Frames.rows(session.sql("select " + values)).map(InternalRow::copy).collect().get(0);
  }

  /** At commas that are not in quotes or parentheses. */
  private static List<String> split(String arguments) {
    List<String> out = new ArrayList<>();
    StringBuilder part = new StringBuilder();
    char quote = 0;
    int depth = 0;
    for (int i = 0; i < arguments.length(); i++) {
      char c = arguments.charAt(i);
      if (quote != 0) {
        quote = c == quote ? 0 : quote;
      } else if (c == '\'' || c == '"') {
        quote = c;
      } else if (c == '(' || c == ')') {
        depth += c == '(' ? 1 : -1;
      }
      if (c == ',' && quote == 0 && depth == 0) {
        out.add(part.toString());
        part.setLength(0);
      } else {
        part.append(c);
      }
    }
    if (!part.toString().isBlank()) {
      out.add(part.toString());
    }
    return out;
  }
}
