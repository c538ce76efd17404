package io.placed.hive.write;

import io.placed.io.PathNames;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hive.ql.metadata.Hive;
import org.apache.hadoop.hive.ql.metadata.HiveException;

/**
 * The partitions of a table that the metastore lists while a statement is compiled. Where Hive adds
 * rows to a partition that it does not know, it removes the partition's directory and moves its own
 * in its place, with all files that another engine or session has committed there. Tasks have no
 * metastore, so that the names are in the configuration of the statement.
 */
final class ListedPartitions {
  private static final String KEY = "placed.hive.listed-partitions.";
  private static final String QUERY = "hive.query.id";

  /** The last ones, because a task opens a file for each partition. */
  private static final AtomicReference<Parsed> LAST = new AtomicReference<>();

  private record Parsed(String text, Set<String> names) {}

  private ListedPartitions() {}

  private static String key(String location) {
    return KEY + UUID.nameUUIDFromBytes(location.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Records the partitions of a table, once for each statement.
   *
   * @param statement configuration of the statement, which its tasks get
   * @param table name, perhaps with that of its database
   */
  static void record(Hive metastore, Configuration statement, String table, String location)
      throws IOException {
    String query = statement.get(QUERY, "") + "/";
    if (!statement.get(key(location), "").startsWith(query)) {
      statement.set(key(location), query + packed(names(metastore, table)));
    }
  }

  /** As in the metastore: {@code year=2020/month=1}. */
  static List<String> names(Hive metastore, String table) throws IOException {
    String[] parts = table.split("\\.");
    String name = parts[parts.length - 1];
    try {
      String database =
          parts.length > 1 ? parts[parts.length - 2] : metastore.getDatabaseCurrent().getName();
      return metastore.getPartitionNames(database, name, (short) -1);
    } catch (HiveException e) {
      throw new IOException(table + ": the partitions cannot be listed: " + e.getMessage(), e);
    }
  }

  /**
   * Objects to a file of a partition that Hive would replace.
   *
   * @param location of the table
   * @throws IOException that says what to do instead
   */
  static void require(Configuration job, String location, List<TargetPartition> partitions)
      throws IOException {
    String text = job.get(key(location), "");
    if (!text.startsWith(job.get(QUERY, "") + "/")) {
      return; // The statement was compiled elsewhere.
    }
    for (TargetPartition p : partitions) {
      if (p.replaced() && !listed(text).contains(p.name()) && hasFiles(job, p.directory())) {
        throw unlisted(p.directory());
      }
    }
  }

  static IOException unlisted(Path directory) {
    return new IOException(
        directory
            + ": the data set has files in this directory, but the metastore did not list the"
            + " partition when the statement was compiled, so that Hive would remove them. Run MSCK"
            + " REPAIR TABLE, and then the statement again. Nothing was changed.");
  }

  static boolean hasFiles(Configuration conf, Path directory) throws IOException {
    FileSystem fs = directory.getFileSystem(conf);
    try {
      return fs.listStatus(directory, p -> !PathNames.isHiddenDirectory(p.getName())).length > 0;
    } catch (FileNotFoundException e) {
      return false;
    }
  }

  private static Set<String> listed(String text) throws IOException {
    Parsed last = LAST.get();
    if (last == null || !last.text().equals(text)) {
      last = new Parsed(text, unpacked(text.substring(text.indexOf('/') + 1)));
      LAST.set(last);
    }
    return last.names();
  }

  private static String packed(List<String> names) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DeflaterOutputStream out = new DeflaterOutputStream(bytes)) {
      out.write(String.join("\n", names).getBytes(StandardCharsets.UTF_8));
    }
    return Base64.getEncoder().encodeToString(bytes.toByteArray());
  }

  private static Set<String> unpacked(String text) throws IOException {
    byte[] bytes = Base64.getDecoder().decode(text);
    try (InflaterInputStream in = new InflaterInputStream(new ByteArrayInputStream(bytes))) {
      String names = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return Set.copyOf(List.of(names.split("\n")));
    }
  }
}
