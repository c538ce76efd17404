package io.placed.io.hadoop;

import io.placed.io.PathNames;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Whether the server of a bucket honors {@code If-None-Match: *}. One that ignores it replaces the
 * object and reports success, so that of two commits one would be lost, and neither writer could
 * tell. So before the first put-if-absent of a process to a bucket an object of a name that nobody
 * else has is put twice with the condition. The answer is kept as long as the process runs: two
 * puts and one delete for a bucket.
 */
final class ConditionalWrites {
  /** The begin of the names of the objects that are put: hidden, and removed by vacuums. */
  static final String PROBE = "conditional-write";

  /** By {@link #server}. */
  private static final Map<String, ConditionalWrites> SERVERS = new ConcurrentHashMap<>();

  /** Null until it is known. */
  private volatile Boolean honored;

  private ConditionalWrites() {}

  /**
   * Asks the server unless its answer is known. Others that need the answer meanwhile wait for it.
   *
   * @param directory in which the object is put; exists
   * @param option that makes a creation conditional
   * @throws IOException if it cannot be found out; the next call asks again
   */
  static boolean areHonored(FileSystem fileSystem, Path directory, String option)
      throws IOException {
    ConditionalWrites known =
        SERVERS.computeIfAbsent(server(fileSystem), s -> new ConditionalWrites());
    return known.honored != null ? known.honored : known.ask(fileSystem, directory, option);
  }

  /** A bucket. Its name may be that of another one at another endpoint. */
  private static String server(FileSystem fileSystem) {
    return fileSystem.getUri() + " " + fileSystem.getConf().getTrimmed("fs.s3a.endpoint", "");
  }

  private synchronized boolean ask(FileSystem fileSystem, Path directory, String option)
      throws IOException {
    if (honored == null) {
      honored = probe(fileSystem, new Path(directory, PathNames.temporary(PROBE)), option);
    }
    return honored;
  }

  private static boolean probe(FileSystem fileSystem, Path object, String option)
      throws IOException {
    try {
      return isHonored(fileSystem, object, option);
    } catch (IOException e) {
      throw HadoopFileStore.named(
          object.toString(), "cannot be written, to see whether the server has conditions", e);
    } finally {
      remove(fileSystem, object);
    }
  }

  /** Even after a put that failed: it may have had its effect. */
  private static void remove(FileSystem fileSystem, Path object) {
    try {
      fileSystem.delete(object, false);
    } catch (IOException e) {
      return; // Readers pass over it, and a vacuum removes it: who may commit need not be able to.
    }
  }

  /**
   * Both are opened before one is published: a client that looks for the object when it is opened
   * would answer in the place of the server.
   */
  private static boolean isHonored(FileSystem fileSystem, Path object, String option)
      throws IOException {
    FSDataOutputStream first = PutIfAbsent.open(fileSystem, object, option);
    try {
      FSDataOutputStream second = PutIfAbsent.open(fileSystem, object, option);
      try {
        // If the answer to the first one was lost, the client has repeated it, and the server has
        // refused it because of the object that is its own: it has the condition.
        return !isPublished(first) || !isPublished(second);
      } finally {
        PutIfAbsent.abort(second);
      }
    } finally {
      PutIfAbsent.abort(first);
    }
  }

  /**
   * @return false if the object existed
   * @throws IOException if the put failed for another reason, which says nothing of the condition
   */
  private static boolean isPublished(FSDataOutputStream out) throws IOException {
    try {
      out.write('\n');
      out.close();
      return true;
    } catch (IOException e) {
      if (isPreconditionFailed(e)) {
        return false;
      }
      throw e;
    }
  }

  /** By its name, since the class is of the connector, which need not be there: S3A's for 412. */
  private static boolean isPreconditionFailed(IOException e) {
    for (Throwable t = e; t != null; t = t.getCause()) {
      if (t.getClass().getSimpleName().equals("RemoteFileChangedException")
          || t instanceof FileAlreadyExistsException) {
        return true;
      }
    }
    return false;
  }
}
