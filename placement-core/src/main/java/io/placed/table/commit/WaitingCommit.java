package io.placed.table.commit;

import io.placed.error.MalformedDataException;
import io.placed.io.FileStore;
import io.placed.io.PathNames;
import io.placed.table.discovery.TableDirectory;
import io.placed.table.file.CheckedLine;
import io.placed.table.file.Json;
import io.placed.table.snapshot.SnapshotJson;
import io.placed.table.snapshot.TableState;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/**
 * {@code _placed/waiting.json}: a commit that has lost many races asks the others to let it go
 * first. Without it a rewrite of thousands of files, whose attempts take seconds, may never win
 * beside writers that commit many times a second. It is a request only: who does not look for it,
 * or gives up waiting, commits as ever.
 *
 * <p>The one that waits replaces the file at each further attempt; who finds it unchanged for
 * {@link #MOST_MILLIS} takes it for that of a process that has ended, and removes it.
 */
final class WaitingCommit {
  private static final String NAME = "waiting.json";

  /** More than appends beside seven others lose, nearly always. */
  private static final int MANY_ATTEMPTS = 10;

  /** Of one commit, for others. */
  private static final long MOST_MILLIS = TimeUnit.SECONDS.toMillis(10);

  /** A table whose latest snapshot is younger has several writers, or may have. */
  private static final long BUSY_MILLIS = TimeUnit.SECONDS.toMillis(2);

  private static final long POLL_MILLIS = 100;

  private final FileStore store;
  private final String path;
  private final TableDirectory table;
  private final String id;
  private boolean asked;
  private long waited;

  /**
   * @param id of the commit
   */
  WaitingCommit(TableDirectory table, String id) {
    this.store = table.store();
    this.path = PathNames.join(table.log().directory(), NAME);
    this.table = table;
    this.id = id;
  }

  /**
   * Before an attempt: waits while another commit asks for it, ten seconds in all.
   *
   * @param lost races so far
   * @param base the latest snapshot; null if there is none
   * @return whether it has waited, so that others may have committed
   */
  boolean letOthersGo(int lost, TableState base) throws IOException {
    boolean contended = lost > 0 || base != null && isYoung(base);
    if (!contended || asked || waited >= MOST_MILLIS) {
      return false;
    }
    long begun = store.machine().millis();
    long before = waited;
    String first = request();
    String now = first;
    while (now != null && waited < MOST_MILLIS) {
      Publisher.pause(table, POLL_MILLIS);
      waited = before + Math.max(0, store.machine().millis() - begun);
      now = request();
    }
    if (now != null && now.equals(first) && waited - before >= MOST_MILLIS) {
      remove();
    }
    return first != null;
  }

  private boolean isYoung(TableState base) {
    // Clocks differ; a wrong answer costs a request, or the politeness of one commit.
    return Math.abs(store.machine().millis() - base.info().timestampMillis()) < BUSY_MILLIS;
  }

  /** After a lost race. */
  void lost(int attempts) {
    if (attempts < MANY_ATTEMPTS || !asked && request() != null) {
      return;
    }
    String line =
        Json.write(
            out -> {
              out.beginObject();
              out.name("version").value(SnapshotJson.VERSION);
              out.name("commit").value(id);
              out.name("attempts").value(attempts);
              out.endObject();
            });
    try {
      CheckedLine.replace(store, path, line);
      asked = true;
    } catch (IOException | RuntimeException e) {
      return; // It goes on without.
    }
  }

  /** When the commit has ended, however. */
  void end() {
    if (asked && request() == null) {
      remove();
    }
    asked = false;
  }

  /** That of another commit; null if there is none. */
  private String request() {
    try {
      String line = CheckedLine.read(store.readAll(path));
      return Objects.equals(Json.parse(line, NAME).string("commit"), id) ? null : line;
    } catch (FileNotFoundException e) {
      return null;
    } catch (MalformedDataException e) {
      remove();
      return null;
    } catch (IOException e) {
      return null;
    }
  }

  private void remove() {
    try {
      store.delete(path, false);
    } catch (IOException e) {
      return; // Others remove it later.
    }
  }
}
