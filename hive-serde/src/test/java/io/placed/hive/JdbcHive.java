package io.placed.hive;

import java.io.IOException;
import java.io.OutputStream;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.hive.conf.HiveConf;

/**
 * A HiveServer2 in this process and a connection to it. Its classes are loaded by name, because
 * only release 4.0.1 has published them, and the module is compiled for another one.
 */
final class JdbcHive implements HiveShell.Statements {
  private static final String SERVER = "org.apache.hive.service.server.HiveServer2";

  private final Object server;
  private final Connection connection;

  /** Whether the class path has a server. */
  static boolean isPossible() {
    return JdbcHive.class.getClassLoader().getResource(SERVER.replace('.', '/') + ".class") != null;
  }

  JdbcHive() throws Exception {
    HiveConf conf = EmbeddedHive.configuration(Files.createTempDirectory("placed-hiveserver"));
    int port;
    try (ServerSocket free = new ServerSocket(0)) {
      port = free.getLocalPort();
    }
    conf.set("hive.server2.thrift.bind.host", "localhost");
    conf.set("hive.server2.thrift.port", String.valueOf(port));
    conf.set("hive.server2.webui.port", "0");
    conf.set("hive.server2.enable.doAs", "false");
    conf.set("hive.server2.tez.initialize.default.sessions", "false");
    conf.set("hive.server2.metrics.enabled", "false");
    conf.set("hive.async.log.enabled", "false");
    conf.set("hive.execution.engine", "tez");
    conf.set("hive.security.authorization.enabled", "false");
    publish(conf);
    EmbeddedHive.makeMetastore(conf);
    Class<?> type = Class.forName(SERVER);
    server = type.getConstructor().newInstance();
    type.getMethod("init", HiveConf.class).invoke(server, conf);
    type.getMethod("start").invoke(server);
    Class.forName("org.apache.hive.jdbc.HiveDriver");
    // The server starts listening some time after its start.
    String url =
        String.format(
            Locale.ROOT, "jdbc:hive2://localhost:%d/default;retries=60;retryInterval=500", port);
    connection = DriverManager.getConnection(url, "hive", "");
  }

  /** Parts of the server create their own configurations from hive-site.xml on the class path. */
  private static void publish(HiveConf conf) throws IOException {
    Path site = Path.of("hive-site.xml").toAbsolutePath();
    try (OutputStream out = Files.newOutputStream(site)) {
      conf.writeXml(out);
    }
    HiveConf.setHiveSiteLocation(site.toUri().toURL());
  }

  @Override
  public List<String> run(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      List<String> rows = new ArrayList<>();
      if (!statement.execute(sql)) {
        return rows;
      }
      try (ResultSet result = statement.getResultSet()) {
        int columns = result.getMetaData().getColumnCount();
        while (result.next()) {
          List<String> values = new ArrayList<>();
          for (int c = 1; c <= columns; c++) {
            String value = result.getString(c);
            values.add(value == null ? "NULL" : value);
          }
          rows.add(String.join("\t", values));
        }
      }
      return rows;
    }
  }

  @Override
  public void close() throws Exception {
    connection.close();
    server.getClass().getMethod("stop").invoke(server);
  }
}
