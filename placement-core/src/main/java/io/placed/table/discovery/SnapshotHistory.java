package io.placed.table.discovery;

import io.placed.table.snapshot.Retention;
import io.placed.table.snapshot.SnapshotInfo;
import io.placed.table.snapshot.SnapshotLog;
import io.placed.table.snapshot.TableState;
import io.placed.table.snapshot.Tag;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Which snapshots a table has, by id, tag and time. */
public final class SnapshotHistory {
  private final String path;
  private final SnapshotLog log;

  SnapshotHistory(String path, SnapshotLog log) {
    this.path = path;
    this.log = log;
  }

  /**
   * The id of the snapshot that a tag names.
   *
   * @throws FileNotFoundException if there is no such tag; the message names those that there are
   */
  public long tagged(String tag) throws IOException {
    return tagged(tag, log.newest());
  }

  /**
   * @param newest the state whose tags count; null if there is none
   */
  long tagged(String tag, TableState newest) throws IOException {
    Retention retention = retention(newest);
    return retention
        .tag(tag)
        .orElseThrow(() -> new FileNotFoundException(path + ": " + missingTag(tag, retention)))
        .snapshot();
  }

  /**
   * The id of a snapshot.
   *
   * @param text a number, which is not checked, or a tag
   * @throws FileNotFoundException if there is no such tag; the message names those that there are
   */
  public long id(String text) throws IOException {
    try {
      return Long.parseLong(text.strip());
    } catch (NumberFormatException e) {
      return tagged(text.strip()); // No tag has the name of a number.
    }
  }

  /** By name. */
  public List<Tag> tags() throws IOException {
    return retention().tags();
  }

  private Retention retention() throws IOException {
    return retention(log.newest());
  }

  private static Retention retention(TableState newest) {
    return newest == null ? Retention.ALL : newest.retention();
  }

  /** For messages: that there is no such tag, and which there are. */
  public String missingTag(String tag, Retention retention) {
    String others =
        retention.tags().isEmpty()
            ? "the table has none"
            : "the table has "
                + retention.tags().stream().map(Tag::name).collect(Collectors.joining(", "));
    return "tag " + tag + " does not exist; " + others;
  }

  /**
   * The state of a snapshot that vacuums retain.
   *
   * @param newest the state whose retention counts
   * @throws FileNotFoundException if it does not exist or has expired; the message names those that
   *     do
   */
  public TableState retained(long id, TableState newest) throws IOException {
    if (id < 1 || id > newest.info().id()) {
      throw missing("snapshot " + id + " does not exist", newest.retention(), null);
    }
    if (id == newest.info().id()) {
      return newest;
    }
    try {
      if (newest.retention().has(id)) {
        return read(id, newest.retention());
      }
    } catch (FileNotFoundException e) {
      throw missing("snapshot " + id + " does not exist", newest.retention(), e);
    }
    throw missing("snapshot " + id + " has expired", newest.retention(), null);
  }

  private TableState read(long id, Retention retention) throws IOException {
    if (id >= retention.from()) {
      try {
        return log.read(id);
      } catch (FileNotFoundException e) {
        // If it has expired since, a tag may keep it.
        return log.readCopied(id);
      }
    }
    return log.readCopied(id);
  }

  /**
   * When the next snapshot took the place of one that is retained.
   *
   * @param newest the state whose retention counts
   */
  public long replacedMillis(long id, TableState newest) throws IOException {
    if (id >= newest.info().id()) {
      return Long.MAX_VALUE;
    }
    long known = newest.retention().tagOf(id).map(Tag::replacedMillis).orElse(0L);
    return known > 0 ? known : log.read(id + 1).info().timestampMillis();
  }

  /** For a snapshot that is not there: the message names those that are. */
  public FileNotFoundException missing(String what) throws IOException {
    return missing(what, retention(), null);
  }

  FileNotFoundException missing(String what, Retention retention, Throwable cause)
      throws IOException {
    List<Long> run = log.numbers().listed().run();
    List<String> ids = new ArrayList<>();
    for (long id : retention.onlyTagged()) {
      ids.add(String.valueOf(id));
    }
    List<Long> kept = run.stream().filter(id -> id >= retention.from()).toList();
    if (!kept.isEmpty()) {
      ids.add(kept.get(0) + " to " + kept.get(kept.size() - 1));
    }
    String range = ids.isEmpty() ? "the table has none" : "the table has " + String.join(", ", ids);
    FileNotFoundException missing = new FileNotFoundException(path + ": " + what + "; " + range);
    missing.initCause(cause);
    return missing;
  }

  /**
   * The id of the snapshot that was the latest at a time.
   *
   * @throws FileNotFoundException as {@link #asOf}
   */
  public long idAsOf(long millis) throws IOException {
    long id = log.idAsOf(millis);
    if (id > 0) {
      return id;
    }
    List<Long> ids = log.retainedIds();
    throw new FileNotFoundException(
        path
            + ": no snapshot is as old as "
            + Instant.ofEpochMilli(millis)
            + "; "
            + (ids.isEmpty()
                ? "the table has none"
                : "the oldest is "
                    + ids.get(0)
                    + " at "
                    + Instant.ofEpochMilli(log.read(ids.get(0)).info().timestampMillis())));
  }

  /** The history, newest first. */
  public List<SnapshotInfo> all() throws IOException {
    return newest(Integer.MAX_VALUE);
  }

  /** The entries after a snapshot, newest first, as far as they have not expired. */
  public List<SnapshotInfo> after(long id) throws IOException {
    TableState newest = log.newest();
    return newest == null ? List.of() : run(newest, id + 1, Integer.MAX_VALUE);
  }

  /** Those from an id on without a gap, newest first. */
  private List<SnapshotInfo> run(TableState newest, long from, int most) throws IOException {
    List<SnapshotInfo> entries = new ArrayList<>();
    long first = Math.max(from, newest.retention().from());
    for (long id = newest.info().id(); id >= first && entries.size() < most; id--) {
      try {
        entries.add(id == newest.info().id() ? newest.info() : log.read(id).info());
      } catch (FileNotFoundException e) {
        break; // It has expired since.
      }
    }
    return entries;
  }

  /** The latest entries, newest first; at the end those that only tags keep. */
  public List<SnapshotInfo> newest(int most) throws IOException {
    TableState newest = log.newest();
    if (newest == null) {
      return List.of();
    }
    List<SnapshotInfo> history = run(newest, 1, most);
    long id = history.isEmpty() ? newest.info().id() : history.get(history.size() - 1).id() - 1;
    List<Long> tagged = new ArrayList<>(newest.retention().onlyTagged().headSet(id + 1));
    for (int i = tagged.size() - 1; i >= 0 && history.size() < most; i--) {
      try {
        history.add(log.readCopied(tagged.get(i)).info());
      } catch (FileNotFoundException e) {
        continue; // It has lost its tag meanwhile.
      }
    }
    return history;
  }
}
