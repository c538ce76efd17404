package io.placed.io.hadoop;

import io.delta.storage.AzureLogStore;
import io.delta.storage.GCSLogStore;
import io.delta.storage.HDFSLogStore;
import io.delta.storage.LogStore;
import io.delta.storage.S3SingleDriverLogStore;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.util.Arrays;
import java.util.Iterator;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FSDataOutputStreamBuilder;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Options.CreateFileOptionKeys;
import org.apache.hadoop.fs.Path;

/**
 * How a store makes a file only if it is absent.
 *
 * <table>
 * <caption>By store</caption>
 * <tr><td>HDFS, viewfs, others<td>{@code HDFSLogStore}: temporary file, rename that never replaces
 * <tr><td>S3A from Hadoop 3.4.2<td>conditional write (If-None-Match), safe between processes
 * <tr><td>S3A before, or {@code fs.s3a.create.conditional.enabled=false}<td>{@code
 *     S3SingleDriverLogStore}: safe within one process only
 * <tr><td>Azure<td>{@code AzureLogStore}: atomic rename
 * <tr><td>Google<td>{@code GCSLogStore}: precondition on the generation
 * </table>
 */
interface PutIfAbsent {
  /**
   * @param text ends with a line feed
   * @return false if the file exists
   */
  boolean put(Path target, String text) throws IOException;

  static PutIfAbsent of(FileSystem fileSystem, Path target, Configuration configuration)
      throws IOException {
    String scheme = ObjectStores.scheme(fileSystem);
    if (ObjectStores.isS3(scheme)) {
      boolean conditional =
          fileSystem.hasPathCapability(
              target, CreateFileOptionKeys.FS_OPTION_CREATE_CONDITIONAL_OVERWRITE);
      return conditional
          ? (path, text) -> createConditionally(fileSystem, path, text)
          : throughLogStore(new S3SingleDriverLogStore(configuration), configuration);
    }
    if (ObjectStores.isAzure(scheme)) {
      return throughLogStore(new AzureLogStore(configuration), configuration);
    }
    if (ObjectStores.isGoogle(scheme)) {
      return throughLogStore(new GCSLogStore(configuration), configuration);
    }
    return throughLogStore(new HDFSLogStore(configuration), configuration);
  }

  private static PutIfAbsent throughLogStore(LogStore store, Configuration configuration) {
    return (target, text) -> {
      Iterator<String> lines =
          Arrays.asList(text.substring(0, text.length() - 1).split("\n", -1)).iterator();
      try {
        store.write(target, lines, false, configuration);
        return true;
      } catch (FileAlreadyExistsException | org.apache.hadoop.fs.FileAlreadyExistsException e) {
        return false;
      } catch (IOException e) {
        throw HadoopFileStore.named(target.toString(), "cannot be written", e);
      }
    };
  }

  private static boolean createConditionally(FileSystem fileSystem, Path target, String text)
      throws IOException {
    try {
      FSDataOutputStreamBuilder<?, ?> builder = fileSystem.createFile(target).recursive();
      builder.must(CreateFileOptionKeys.FS_OPTION_CREATE_CONDITIONAL_OVERWRITE, true);
      try (FSDataOutputStream out = (FSDataOutputStream) builder.build()) {
        out.write(text.getBytes(StandardCharsets.UTF_8));
      }
      return true;
    } catch (IOException e) {
      // Which exception a store throws for "412 precondition failed" is its own affair.
      if (fileSystem.exists(target)) {
        return false;
      }
      throw HadoopFileStore.named(target.toString(), "cannot be written", e);
    }
  }
}
