package io.placed.stores;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Writer;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import org.apache.hadoop.conf.Configuration;

/**
 * An S3 server in a process of its own, on the loopback address, that keeps objects below a
 * directory. Its conditional writes are atomic: it links files.
 */
final class S3Server implements AutoCloseable {
  static final String BUCKET = "bucket";

  private static final String KEY = "local";

  private final Process process;
  private final int port;

  private S3Server(Process process, int port) {
    this.process = process;
    this.port = port;
  }

  static S3Server start(Path directory) throws IOException {
    Files.createDirectories(directory.resolve("objects").resolve(BUCKET));
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    Properties settings = new Properties();
    settings.setProperty("s3proxy.endpoint", "http://127.0.0.1:" + port);
    settings.setProperty("s3proxy.authorization", "aws-v2-or-v4");
    settings.setProperty("s3proxy.identity", KEY);
    settings.setProperty("s3proxy.credential", KEY);
    settings.setProperty("jclouds.provider", "filesystem-nio2");
    settings.setProperty("jclouds.filesystem.basedir", directory.resolve("objects").toString());
    Path file = directory.resolve("s3proxy.properties");
    try (var out = Files.newOutputStream(file)) {
      settings.store(out, null);
    }
    // Its own libraries log everything otherwise.
    Path logging = directory.resolve("logback.xml");
    Files.writeString(
        logging,
        "<configuration><appender name='out' class='ch.qos.logback.core.ConsoleAppender'><encoder>"
            + "<pattern>%m%n</pattern></encoder></appender><root level='INFO'><appender-ref"
            + " ref='out'/></root></configuration>");
    String classes = Files.readString(Path.of(System.getProperty("placed.stores.server"))).strip();
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-Dlogback.configurationFile=" + logging,
                "-cp",
                classes,
                "org.gaul.s3proxy.Main",
                "--properties",
                file.toString())
            .redirectErrorStream(true)
            .start();
    BufferedReader log =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    StringBuilder said = new StringBuilder();
    while (true) {
      String line = log.readLine();
      if (line == null) {
        throw new IOException("the S3 server did not start: " + said);
      }
      said.append(line).append('\n');
      if (line.contains("Started ") && line.contains("ServerConnector")) {
        break;
      }
    }
    Thread reader = new Thread(() -> discard(log), "log of the S3 server");
    reader.setDaemon(true);
    reader.start();
    return new S3Server(process, port);
  }

  private static void discard(BufferedReader log) {
    try {
      log.transferTo(Writer.nullWriter());
    } catch (IOException e) {
      // The process has ended.
    }
  }

  int port() {
    return port;
  }

  /**
   * The settings of S3A for a server of this kind.
   *
   * @param port of the server, or of a proxy before it
   */
  static Configuration configuration(int port) {
    Configuration c = new Configuration();
    c.set("fs.s3a.endpoint", "http://127.0.0.1:" + port);
    c.set("fs.s3a.endpoint.region", "us-east-1");
    c.set("fs.s3a.path.style.access", "true");
    c.set("fs.s3a.access.key", KEY);
    c.set("fs.s3a.secret.key", KEY);
    c.set("fs.s3a.connection.ssl.enabled", "false");
    // The stream for analytics keeps what it has read of an object that was replaced meanwhile.
    c.set("fs.s3a.input.stream.type", "classic");
    // Pages of listings and parts of uploads are small, so that tests see several.
    c.set("fs.s3a.paging.maximum", "7");
    c.set("fs.s3a.multipart.size", "5M");
    c.set("fs.s3a.attempts.maximum", "10");
    c.set("fs.s3a.retry.interval", "20ms");
    c.set("fs.s3a.retry.limit", "8");
    // Each test has a server of its own, and Hadoop keeps file systems by bucket.
    c.setBoolean("fs.s3a.impl.disable.cache", true);
    return c;
  }

  @Override
  public void close() {
    process.destroy();
  }
}
