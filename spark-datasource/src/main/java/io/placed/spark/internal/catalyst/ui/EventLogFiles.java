package io.placed.spark.internal.catalyst.ui;

import io.placed.spark.internal.catalyst.node.Scala;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.deploy.history.EventLogFileReader;
import org.apache.spark.io.CompressionCodec$;
import scala.Option;

/** Event logs in the forms in which Spark writes them. */
public final class EventLogFiles {
  private static final String ROLLING = "eventlog_v2_";

  private EventLogFiles() {}

  public static boolean isLog(Configuration configuration, String path) throws IOException {
    Path log = new Path(path);
    FileStatus status = log.getFileSystem(configuration).getFileStatus(log);
    String name = log.getName().replaceFirst("\\.inprogress$", "");
    String suffix = name.substring(name.lastIndexOf('.') + 1);
    return status.isDirectory()
        ? name.startsWith(ROLLING)
        : Scala.list(CompressionCodec$.MODULE$.ALL_COMPRESSION_CODECS()).stream()
            .anyMatch(c -> CompressionCodec$.MODULE$.getShortName(c).equals(suffix));
  }

  public static void read(Configuration configuration, String path, Consumer<String> lines)
      throws IOException {
    Path log = new Path(path);
    FileSystem store = log.getFileSystem(configuration);
    if (!store.getFileStatus(log).isDirectory()) {
      read(store, log, lines);
      return;
    }
    Option<EventLogFileReader> reader = EventLogFileReader.apply(store, log);
    if (reader.isEmpty()) {
      throw new IOException(path + ": no event log of Spark is in the directory");
    }
    for (FileStatus f : Scala.list(reader.get().listEventLogFiles())) {
      read(store, f.getPath(), lines);
    }
  }

  private static void read(FileSystem store, Path file, Consumer<String> lines) throws IOException {
    try (BufferedReader in =
        new BufferedReader(
            new InputStreamReader(
                EventLogFileReader.openEventLog(file, store), StandardCharsets.UTF_8))) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        lines.accept(line);
      }
    }
  }
}
