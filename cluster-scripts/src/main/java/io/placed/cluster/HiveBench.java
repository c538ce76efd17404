package io.placed.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.PrintStream;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * A client of HiveServer2. Requests, by {@code op}: {@code hello}; {@code run} a statement, with
 * its rows if it has any and the lines of its log, which hold Tez's summary.
 */
public final class HiveBench {
  private final String url;
  private Connection connection;

  private HiveBench(String url) {
    this.url = url;
  }

  /** The argument is the JDBC URL of HiveServer2. */
  public static void main(String[] args) throws Exception {
    PrintStream answers = Requests.takeOutput();
    Class.forName("org.apache.hive.jdbc.HiveDriver");
    Requests.serve(answers, new HiveBench(args[0])::answer);
  }

  private ObjectNode answer(JsonNode request) throws Exception {
    return switch (Requests.text(request, "op")) {
      case "hello" -> hello();
      case "run" -> run(Requests.text(request, "sql"));
      default -> throw new IllegalArgumentException("unknown op in " + request);
    };
  }

  /** Settings of the session would be lost with the connection, so there is only one. */
  private Connection connection() throws SQLException {
    if (connection == null) {
      connection = DriverManager.getConnection(url, System.getProperty("user.name"), "");
    }
    if (connection.isClosed()) {
      throw new Requests.LostException(new SQLException("the connection is closed"));
    }
    return connection;
  }

  private ObjectNode hello() throws SQLException {
    ObjectNode found = Requests.JSON.createObjectNode();
    found.put("hive", connection().getMetaData().getDatabaseProductVersion());
    found.put("java", System.getProperty("java.vm.version"));
    return found;
  }

  private ObjectNode run(String sql) throws SQLException {
    ObjectNode found = Requests.JSON.createObjectNode();
    try (Statement statement = connection().createStatement()) {
      long start = System.nanoTime();
      boolean hasRows = statement.execute(sql);
      ArrayNode rows = found.putArray("rows");
      if (hasRows) {
        try (ResultSet results = statement.getResultSet()) {
          while (results.next()) {
            ArrayNode values = rows.addArray();
            for (int c = 1; c <= results.getMetaData().getColumnCount(); c++) {
              values.add(Values.text(results.getObject(c)));
            }
          }
        }
      }
      found.put("seconds", (System.nanoTime() - start) / 1e9);
      ArrayNode log = found.putArray("log");
      if (statement instanceof org.apache.hive.jdbc.HiveStatement hive) {
        for (String line : hive.getQueryLog(false, 10_000)) {
          log.add(line);
        }
      }
    } catch (SQLException e) {
      // The connection may have failed.
      if (e.getMessage() != null && e.getMessage().contains("TTransportException")) {
        throw new Requests.LostException(e);
      }
      throw e;
    }
    return found;
  }
}
