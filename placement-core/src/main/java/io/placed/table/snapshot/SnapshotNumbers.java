package io.placed.table.snapshot;

import io.placed.error.CorruptFileException;
import io.placed.io.FileInfo;
import io.placed.io.FileStore;
import io.placed.io.PathNames;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.NotDirectoryException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Which snapshots a log has, by the names of their files. A listing need not be consistent or
 * complete, so that nothing is concluded from one alone.
 */
public final class SnapshotNumbers {
  private static final Pattern NAME = Pattern.compile("[0-9]{20}\\.json");

  private final FileStore store;
  private final String directory;
  private final NewestHint hint;
  private final Snapshots snapshots;

  /** Reads the snapshot of an id. */
  interface Snapshots {
    TableState read(long id) throws IOException;
  }

  /**
   * @param directory of the log
   */
  SnapshotNumbers(FileStore store, String directory, Snapshots snapshots) {
    this.store = store;
    this.directory = directory;
    this.hint = new NewestHint(store, directory);
    this.snapshots = snapshots;
  }

  /**
   * The snapshot ids of a log.
   *
   * @param run ids without a gap up to the latest, ascending; empty if there are none
   * @param before ids below a gap, of commits that their writers are about to withdraw
   */
  public record Listed(List<Long> run, List<Long> before) {}

  /**
   * Checks every gap by file name, since a listing may miss existing files.
   *
   * @throws CorruptFileException if a snapshot is missing that later ones build on
   */
  public Listed listed() throws IOException {
    List<Long> listed = in(store, directory);
    Set<Long> known = new HashSet<>(listed);
    long first = newestFrom(listed.isEmpty() ? 0 : listed.get(listed.size() - 1));
    Deque<Long> run = new ArrayDeque<>();
    for (long id = first; id > 0 && (id == first || known.contains(id) || exists(id)); id--) {
      run.addFirst(id);
    }
    List<Long> before = listed.stream().filter(id -> id < run.getFirst()).toList();
    return new Listed(List.copyOf(run), before);
  }

  /** The ids of the snapshots in a directory, ascending, as far as its listing knows them. */
  static List<Long> in(FileStore store, String directory) throws IOException {
    List<Long> ids = new ArrayList<>();
    try {
      for (FileInfo file : store.list(directory, false)) {
        String name = PathNames.name(file.path());
        if (!file.directory() && NAME.matcher(name).matches()) {
          ids.add(parse(file.path(), name));
        }
      }
    } catch (FileNotFoundException | NotDirectoryException e) {
      return List.of(); // The second: the data set is a single file.
    }
    return ids;
  }

  private static long parse(String path, String name) throws IOException {
    try {
      return Long.parseLong(name.substring(0, 20));
    } catch (NumberFormatException e) {
      throw new CorruptFileException(path, 0, "the snapshot id in the file name is too large", e);
    }
  }

  /**
   * The id of the latest snapshot; 0 if there is none. With a hint, this takes a few existence
   * checks: ids have no gaps from any retained snapshot to the latest.
   *
   * @throws CorruptFileException if a snapshot is missing that later ones build on
   */
  public long newest() throws IOException {
    long known = hint.read();
    return newestFrom(known <= 0 || !exists(known) ? lastListed() : known);
  }

  /**
   * The same, for a writer that may have put a snapshot where others have expired: a hint that was
   * written late may name that number.
   */
  public long newestListed() throws IOException {
    return newestFrom(Math.max(newest(), lastListed()));
  }

  private long lastListed() throws IOException {
    List<Long> ids = in(store, directory);
    return ids.isEmpty() ? 0 : ids.get(ids.size() - 1);
  }

  /**
   * The newest id from an existing one on. A snapshot that the device has lost would end the search
   * before its time, so the one after the next is looked for, too.
   *
   * @param from the id of an existing snapshot, or 0
   * @throws CorruptFileException if a snapshot is missing that later ones build on
   */
  private long newestFrom(long from) throws IOException {
    long newest = lastFrom(from);
    while (newest > 0 && exists(newest + 2)) {
      // Both were committed meanwhile, or the first one has expired since, or it was lost.
      long next = newest + 1;
      newest = lastFrom(newest + 2);
      if (!exists(next)) {
        // Again: the snapshot that says what has expired is there before anything is removed.
        newest = lastFrom(newest);
        requireExpired(next, newest);
      }
    }
    return newest;
  }

  /**
   * @throws CorruptFileException if the latest snapshot says that a missing one is retained
   */
  private void requireExpired(long missing, long latest) throws IOException {
    try {
      if (snapshots.read(latest).retention().from() <= missing) {
        throw new CorruptFileException(
            pathOf(missing), 0, "the snapshot is missing, although snapshot " + latest + " exists");
      }
    } catch (FileNotFoundException e) {
      // It has expired, too.
      return;
    }
  }

  private long lastFrom(long from) throws IOException {
    long known = from;
    long step = 1;
    while (exists(known + step)) {
      known += step;
      step *= 2;
    }
    long absent = known + step;
    while (absent - known > 1) {
      long middle = known + (absent - known) / 2;
      if (exists(middle)) {
        known = middle;
      } else {
        absent = middle;
      }
    }
    return known;
  }

  public boolean exists(long id) throws IOException {
    return store.exists(pathOf(id));
  }

  /** Writes the hint for readers, unless it is at a later snapshot already. */
  public void hint(long id) throws IOException {
    long known = hint.read();
    // One that is not there is of another log, or has expired.
    if (known < id || !exists(known)) {
      hint.write(id);
    }
  }

  public String pathOf(long id) {
    return path(directory, id);
  }

  static String path(String directory, long id) {
    return PathNames.join(directory, String.format(Locale.ROOT, "%020d.json", id));
  }
}
