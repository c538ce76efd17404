package io.placed.io.hadoop;

import io.delta.storage.AzureLogStore;
import io.delta.storage.HDFSLogStore;
import io.delta.storage.LogStore;
import io.placed.error.NothingSentException;
import io.placed.error.UnsafeStoreException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FSDataOutputStreamBuilder;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Options.CreateFileOptionKeys;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StreamCapabilities;

/**
 * Implementations of put-if-absent, by store.
 *
 * <table>
 * <caption>By store</caption>
 * <tr><td>HDFS, WebHDFS, the local one, those that {@link #RENAMING} names<td>{@code HDFSLogStore}:
 *     temporary file, rename that never replaces
 * <tr><td>S3A from Hadoop 3.4.2<td>conditional write (If-None-Match), safe between processes, if
 *     the server {@linkplain ConditionalWrites honors} it
 * <tr><td>S3A before, or {@code fs.s3a.create.conditional.enabled=false}, or a server that ignores
 *     the condition<td>refused, or where {@link #SINGLE_WRITER} names it {@link
 *     SingleWriter}: safe within one process only
 * <tr><td>Azure<td>{@code AzureLogStore}: atomic rename
 * <tr><td>Google<td>creation without overwriting, whose close has a precondition on the generation
 * <tr><td>viewfs<td>as the file system that is mounted there
 * <tr><td>others<td>refused
 * </table>
 */
interface PutIfAbsent {
  /** Setting with further schemes whose rename is atomic and never replaces. */
  String RENAMING = "placed.atomic-rename-schemes";

  /** Setting with schemes of stores without put-if-absent, where only one process ever commits. */
  String SINGLE_WRITER = "placed.single-writer-schemes";

  /** Schemes with such a rename. */
  Set<String> KNOWN_RENAMING = Set.of("hdfs", "webhdfs", "swebhdfs", "file");

  /**
   * @param text ends with a line feed
   * @return false if the file exists
   */
  boolean put(String text) throws IOException;

  /**
   * Asks a server that may ignore conditions, unless this process knows its answer.
   *
   * @param target file with an existing parent
   * @throws UnsafeStoreException if no implementation for the store is known, or its server ignores
   *     conditions
   * @throws NothingSentException if its server cannot be asked
   */
  static PutIfAbsent of(FileSystem fileSystem, Path target, Configuration configuration)
      throws IOException {
    Mounted mounted = Mounted.of(fileSystem, target, configuration);
    FileSystem store = mounted.fileSystem();
    Path path = mounted.path();
    String scheme = ObjectStores.scheme(store);
    if (ObjectStores.isS3(scheme)) {
      return ofS3(store, path, target, configuration);
    }
    if (ObjectStores.isAzure(scheme)) {
      return throughLogStore(new AzureLogStore(configuration), path, configuration);
    }
    if (ObjectStores.isGoogle(scheme)) {
      // The connector treats an interrupt as the end of the file, and publishes it incomplete.
      return text -> Uninterrupted.call(() -> create(store, path, text, null));
    }
    if (KNOWN_RENAMING.contains(scheme) || named(RENAMING, configuration).contains(scheme)) {
      return throughLogStore(new HDFSLogStore(configuration), path, configuration);
    }
    throw new UnsafeStoreException(
        target.toString(),
        "a table cannot be committed on a file system of scheme "
            + scheme
            + ", which is not known to support put-if-absent. Allowed are s3a, abfs, wasb,"
            + " gs, "
            + String.join(", ", new TreeSet<>(KNOWN_RENAMING))
            + ". If its rename is atomic and fails if the new name exists, set the Hadoop setting "
            + RENAMING
            + "="
            + scheme);
  }

  /**
   * @param target the path that the caller named
   */
  private static PutIfAbsent ofS3(
      FileSystem store, Path path, Path target, Configuration configuration) throws IOException {
    String option = CreateFileOptionKeys.FS_OPTION_CREATE_CONDITIONAL_OVERWRITE;
    boolean conditional = store.hasPathCapability(path, option);
    if (conditional && isHonored(store, path, target, option)) {
      return text -> create(store, path, text, option);
    }
    String scheme = ObjectStores.scheme(store);
    if (named(SINGLE_WRITER, configuration).contains(scheme)) {
      return new SingleWriter(store, path);
    }
    String found =
        conditional
            ? "the server of "
                + store.getUri()
                + " ignores If-None-Match: it has replaced an object that was put twice under the"
                + " condition that it does not exist"
            : "this connector for " + scheme + " does not create files conditionally";
    String allowed =
        conditional
            ? "Allowed are servers with conditional writes, such as Amazon S3. A process asks once,"
                + " so restart it after a change of the server."
            : "S3A does from Hadoop 3.4.2 on, unless fs.s3a.create.conditional.enabled=false.";
    throw new UnsafeStoreException(
        target.toString(),
        "a table cannot be committed here: "
            + found
            + ", so that of two processes that commit at the same time one would lose its rows. "
            + allowed
            + " If only one process ever writes tables there, set the Hadoop setting "
            + SINGLE_WRITER
            + "="
            + scheme);
  }

  private static boolean isHonored(FileSystem store, Path path, Path target, String option)
      throws NothingSentException {
    try {
      return ConditionalWrites.areHonored(store, path.getParent(), option);
    } catch (IOException e) {
      throw new NothingSentException(target.toString(), e);
    }
  }

  private static Set<String> named(String setting, Configuration configuration) {
    return configuration.getTrimmedStringCollection(setting).stream()
        .map(s -> s.toLowerCase(Locale.ROOT))
        .collect(Collectors.toSet());
  }

  private static PutIfAbsent throughLogStore(
      LogStore store, Path target, Configuration configuration) {
    return text -> {
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

  /**
   * For stores that publish on close, and fail if the file already exists.
   *
   * @param option that enables it; null if it is the default
   */
  static boolean create(FileSystem fileSystem, Path target, String text, String option)
      throws IOException {
    try {
      FSDataOutputStream out = open(fileSystem, target, option);
      boolean written = false;
      try {
        out.write(text.getBytes(StandardCharsets.UTF_8));
        written = true;
      } finally {
        // Closing would publish an incomplete file.
        if (!written) {
          abort(out);
        }
      }
      out.close();
      return true;
    } catch (IOException e) {
      // The exception for "412 precondition failed" depends on the store.
      try {
        if (fileSystem.exists(target)) {
          return false;
        }
      } catch (IOException unknown) {
        e.addSuppressed(unknown);
      }
      throw HadoopFileStore.named(target.toString(), "cannot be written", e);
    }
  }

  /**
   * @param option as above
   */
  static FSDataOutputStream open(FileSystem fileSystem, Path target, String option)
      throws IOException {
    FSDataOutputStreamBuilder<?, ?> builder = fileSystem.createFile(target).recursive();
    if (option == null) {
      builder.overwrite(false);
    } else {
      builder.must(option, true);
    }
    return (FSDataOutputStream) builder.build();
  }

  /** Publishes nothing, if the store can do that; without effect once it is closed. */
  static void abort(FSDataOutputStream out) {
    if (out.hasCapability(StreamCapabilities.ABORTABLE_STREAM)) {
      out.abort();
    }
  }
}
