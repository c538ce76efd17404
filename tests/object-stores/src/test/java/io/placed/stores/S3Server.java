package io.placed.stores;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import org.apache.hadoop.conf.Configuration;

/**
 * S3Proxy, an S3 server that keeps objects below a directory. Its conditional writes are atomic: it
 * links files.
 */
final class S3Server {
  static final String BUCKET = "bucket";

  private static final String KEY = "local";

  private S3Server() {}

  static StoreServer start(Path directory) throws IOException {
    return start(directory, true);
  }

  /**
   * @param signed whether requests must be signed; a proxy cannot change those that are
   */
  static StoreServer start(Path directory, boolean signed) throws IOException {
    Files.createDirectories(directory.resolve("objects").resolve(BUCKET));
    int port = StoreServer.freePort();
    Properties settings = new Properties();
    settings.setProperty("s3proxy.endpoint", "http://127.0.0.1:" + port);
    settings.setProperty("s3proxy.authorization", signed ? "aws-v2-or-v4" : "none");
    if (signed) {
      settings.setProperty("s3proxy.identity", KEY);
      settings.setProperty("s3proxy.credential", KEY);
    }
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
    String classes = Files.readString(Path.of(System.getProperty("placed.stores.s3"))).strip();
    ProcessBuilder command =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx256m",
            "-Dlogback.configurationFile=" + logging,
            "-cp",
            classes,
            "org.gaul.s3proxy.Main",
            "--properties",
            file.toString());
    return StoreServer.start(
        command, port, line -> line.contains("Started ") && line.contains("ServerConnector"));
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
}
