package io.placed.io.hadoop;

import io.placed.io.BoundedWait;
import io.placed.io.PathNames;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
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

  /** By {@link #server} the answer, or the question that is on its way; none after a failure. */
  private static final Map<String, CompletableFuture<Boolean>> SERVERS = new ConcurrentHashMap<>();

  private ConditionalWrites() {}

  /**
   * Asks the server unless its answer is known. Others that need the answer meanwhile wait for it,
   * unless they are interrupted, and if there is none fail as who asks does: a server that does not
   * answer would else keep them one after another.
   *
   * @param directory in which the object is put; exists
   * @param option that makes a creation conditional
   * @throws IOException if it cannot be found out; the next call asks again
   */
  static boolean areHonored(FileSystem fileSystem, Path directory, String option)
      throws IOException {
    String server = server(fileSystem);
    while (true) {
      CompletableFuture<Boolean> own = new CompletableFuture<>();
      CompletableFuture<Boolean> asked = SERVERS.putIfAbsent(server, own);
      if (asked == null) {
        Path object = new Path(directory, PathNames.temporary(PROBE));
        return ask(server, own, fileSystem, object, option);
      }
      try {
        return BoundedWait.get(
            asked, "the answer of " + fileSystem.getUri() + " whether it has conditions");
      } catch (CancellationException e) {
        continue; // Who asked was interrupted, which is no failure of the server.
      }
    }
  }

  /** A bucket. Its name may be that of another one at another endpoint. */
  private static String server(FileSystem fileSystem) {
    return fileSystem.getUri() + " " + fileSystem.getConf().getTrimmed("fs.s3a.endpoint", "");
  }

  private static boolean ask(
      String server,
      CompletableFuture<Boolean> answer,
      FileSystem fileSystem,
      Path object,
      String option)
      throws IOException {
    try {
      boolean honored = probe(fileSystem, object, option);
      answer.complete(honored);
      return honored;
    } catch (IOException | RuntimeException | Error e) {
      SERVERS.remove(server, answer); // Before others know of it and ask again.
      if (isInterrupt(e)) {
        answer.cancel(false);
      } else {
        answer.completeExceptionally(e);
      }
      throw e;
    } finally {
      remove(fileSystem, object); // The others do not wait for it.
    }
  }

  /** Clients report the interrupt of a call so, and time limits as the subclass. */
  private static boolean isInterrupt(Throwable e) {
    boolean interrupted = Thread.currentThread().isInterrupted();
    for (Throwable t = e; t != null && !interrupted; t = t.getCause()) {
      interrupted = t instanceof InterruptedIOException && !(t instanceof SocketTimeoutException);
    }
    return interrupted;
  }

  private static boolean probe(FileSystem fileSystem, Path object, String option)
      throws IOException {
    try {
      return isHonored(fileSystem, object, option);
    } catch (IOException e) {
      throw HadoopFileStore.named(
          object.toString(), "cannot be written, to see whether the server has conditions", e);
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
