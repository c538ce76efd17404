package io.placed.table.commit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.io.ForwardingFileStore;
import io.placed.io.LocalFileStore;
import io.placed.table.DataSet;
import io.placed.table.DataSetContract;
import io.placed.table.discovery.TextFooters;
import io.placed.table.file.DataFile;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Commits whose outcome is unknown keep their files. */
class AbortTest extends DataSetContract {
  /**
   * Loses the response of the first put of a snapshot, which may be executed immediately, later or
   * never.
   */
  private static final class Losing extends ForwardingFileStore {
    private final Throwable end;
    private final boolean effect;
    private final List<Runnable> later = new ArrayList<>();
    private boolean silent;

    Losing(Throwable end, boolean effect) {
      super(new LocalFileStore());
      this.end = end;
      this.effect = effect;
    }

    @Override
    public boolean putIfAbsent(String path, byte[] content) throws IOException {
      if (effect) {
        super.putIfAbsent(path, content);
      } else {
        later.add(
            () -> {
              try {
                super.putIfAbsent(path, content);
              } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
              }
            });
      }
      silent = true;
      if (end instanceof IOException e) {
        throw e;
      } else if (end instanceof RuntimeException e) {
        throw e;
      }
      throw (Error) end;
    }

    /** After losing the connection, the state cannot be read either. */
    @Override
    public byte[] readAll(String path) throws IOException {
      if (silent) {
        throw new IOException("no connection");
      }
      return super.readAll(path);
    }
  }

  private static List<Throwable> ends() {
    return List.of(
        new IOException("connection reset"),
        new InterruptedIOException("interrupted"),
        new IllegalStateException("of the file system's client"),
        new OutOfMemoryError("of a test"));
  }

  private Commit begin(Losing store) throws IOException {
    return DataSet.at(p -> store, root, new TextFooters()).begin(SCHEMA, List.of(), null);
  }

  @Test
  void filesOfACommitWhoseAnswerWasLostStay() throws Exception {
    append(SCHEMA, 1);
    long rows = 2;
    for (Throwable end : ends()) {
      for (boolean connected : new boolean[] {false, true}) {
        Losing store = new Losing(end, true);
        Commit commit = begin(store);
        DataFile file = write(commit, "t", rows++, SCHEMA);
        assertThrows(end.getClass(), () -> commit.append(List.of(file)));
        store.silent = !connected;
        if (connected) {
          commit.abort();
        } else {
          assertThrows(IOException.class, commit::abort);
        }
        assertTrue(Files.exists(Path.of(root, file.path())), end.toString());
      }
    }
    assertEquals(rows - 1, rows().length);
  }

  /** Its files need not be listed any more: another process may have rewritten them. */
  @Test
  void aCommitThatIsTriedAgainIsNotCommittedTwice() throws Exception {
    append(SCHEMA, 1);
    long rows = 2;
    for (Throwable end : ends()) {
      for (boolean rewritten : new boolean[] {false, true}) {
        Losing store = new Losing(end, true);
        Commit commit = begin(store);
        DataFile file = write(commit, "t", rows, SCHEMA);
        assertThrows(end.getClass(), () -> commit.append(List.of(file)));
        long id = open().current().id();
        if (rewritten) {
          Commit rewrite = open().begin(SCHEMA, List.of(), null);
          DataFile copy = write(rewrite, "t", rows, SCHEMA);
          rewrite.replaceFiles(Set.of(file.path()), List.of(copy));
        }
        store.silent = false;
        DataFile other = write(commit, "u", rows + 100, SCHEMA);
        assertThrows(IllegalStateException.class, () -> commit.append(List.of(other)));
        assertEquals(id, commit.append(List.of(file)).id(), end + ", " + rewritten);
        assertEquals(rows, rows().length, end + ", " + rewritten);
        rows++;
      }
    }
  }

  /** The request is still in progress, or a thread of the client continues it. */
  @Test
  void filesOfACommitThatComesLaterStay() throws Exception {
    append(SCHEMA, 1);
    long rows = 2;
    for (Throwable end : ends()) {
      Losing store = new Losing(end, false);
      Commit commit = begin(store);
      DataFile file = write(commit, "t", rows++, SCHEMA);
      assertThrows(end.getClass(), () -> commit.append(List.of(file)));
      store.silent = false;
      String message = assertThrows(IOException.class, commit::abort).getMessage();
      assertTrue(message.contains("a vacuum removes them"), message);
      store.later.forEach(Runnable::run);
      assertTrue(Files.exists(Path.of(root, file.path())), end.toString());
    }
    assertEquals(rows - 1, rows().length);
  }

  /** Another commit has the number, so the put can never succeed. */
  @Test
  void filesOfACommitThatLostGo() throws Exception {
    append(SCHEMA, 1);
    for (Throwable end : ends()) {
      Losing store = new Losing(end, false);
      Commit commit = begin(store);
      DataFile file = write(commit, "t", 9, SCHEMA);
      assertThrows(end.getClass(), () -> commit.append(List.of(file)));
      append(SCHEMA, 2);
      store.silent = false;
      commit.abort();
      assertTrue(Files.notExists(Path.of(root, file.path())), end.toString());
      store.later.forEach(Runnable::run);
    }
    assertArrayEquals(new long[] {1, 2, 2, 2, 2}, rows());
  }

  @Test
  void filesOfACommitThatNeverTriedGo() throws Exception {
    append(SCHEMA, 1);
    Commit commit = begin(SCHEMA);
    DataFile file = write(commit, "t", 9, SCHEMA);
    commit.abort();
    assertThrows(FileNotFoundException.class, () -> store.stat(dataSet.pathOf(file)));
  }
}
