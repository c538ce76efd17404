package io.placed.table.discovery;

import io.placed.error.NotPlacedFileException;
import io.placed.error.SiblingFileException;
import io.placed.io.FileInfo;
import io.placed.io.FileStore;
import io.placed.io.ParallelReads;
import io.placed.io.PathNames;
import io.placed.table.file.ExcludedFile;
import io.placed.table.file.Exclusions;
import io.placed.table.file.ManagedName;
import io.placed.table.snapshot.TableState;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Files of a directory that no snapshot lists: copied there, or written by Hive. A table without
 * snapshots consists of them; one with snapshots shows them if its properties say so.
 */
public final class ForeignFiles {
  /**
   * File names that engines use: Hive's have no extension; Spark's, where it writes several
   * partitions through Hive's classes, end in the number of the file in its task.
   */
  private static final Pattern OF_ENGINES = Pattern.compile("[^.]+(\\.c[0-9]{3,})?");

  /**
   * Names that Hive gives, with and without the unique part of a file that it adds, and Spark where
   * it writes through Hive's classes.
   */
  private static final Pattern OF_HIVE =
      Pattern.compile(
          "([0-9]+_[0-9]+(_copy_[0-9]+|\\.[0-9a-f]{32}(_copy_[0-9]+)?\\.placed)?"
              + "|part-[0-9]+-[^.]+(\\.c[0-9]{3,})?)");

  private final FileStore store;
  private final String root;
  private final FooterSource footers;

  ForeignFiles(FileStore store, String root, FooterSource footers) {
    this.store = store;
    this.root = root;
    this.footers = footers;
  }

  /** A foreign file and its footer. */
  public record Found(String path, FileInfo info, FooterSource.Footer footer) {
    /** What is recorded if it is replaced. */
    public ExcludedFile identity() {
      return new ExcludedFile(path, info.length(), info.modifiedMillis(), footer.fileId());
    }
  }

  /**
   * Files that may be Placed files by their names, see {@link #mayBePlaced}. Sorted by path.
   *
   * @param managed whether to exclude files that are named after a commit
   */
  public List<FileInfo> candidates(boolean managed) throws IOException {
    List<FileInfo> found = new ArrayList<>();
    for (FileInfo file : store.walk(root, n -> !PathNames.isHiddenDirectory(n))) {
      boolean excluded = managed && ManagedName.commitOf(PathNames.name(file.path())) != null;
      if (!excluded && mayBePlaced(file)) {
        found.add(file);
      }
    }
    return found;
  }

  /**
   * Whether a file may be a Placed file by its name: {@code *.placed}, or a name that engines use
   * ({@code 000000_0}, {@code part-0.c000}).
   */
  public static boolean mayBePlaced(FileInfo file) {
    String name = PathNames.name(file.path());
    // Hive leaves empty files; a *.placed file cannot be empty.
    boolean ofEngine = file.length() > 0 && OF_ENGINES.matcher(name).matches();
    return (name.endsWith(ManagedName.SUFFIX) || ofEngine) && !PathNames.isHiddenFile(name);
  }

  public ExcludedFile identity(FileInfo file) {
    return new ExcludedFile(
        PathNames.relativize(root, file.path()), file.length(), file.modifiedMillis());
  }

  /**
   * Identifies a file now; does not rely on a listing.
   *
   * @param path relative to the directory
   */
  public Optional<ExcludedFile> identity(String path) throws IOException {
    try {
      return Optional.of(identity(store.stat(PathNames.join(root, path))));
    } catch (FileNotFoundException e) {
      return Optional.empty();
    }
  }

  /** Whether exactly this file exists; does not rely on a listing. */
  public boolean isThere(ExcludedFile file) throws IOException {
    return identity(file.path()).equals(Optional.of(file));
  }

  /**
   * Those of the files that do not exist any more, nor one that may be a copy of them.
   *
   * @param there what a listing shows; only what it lacks is asked for by itself, because the
   *     listing may lag, and a file that it missed would become visible again
   */
  public Set<ExcludedFile> gone(Collection<ExcludedFile> files, Collection<ExcludedFile> there)
      throws IOException {
    Map<String, ExcludedFile> byPath = new HashMap<>();
    there.forEach(f -> byPath.put(f.path(), f));
    Set<ExcludedFile> gone = new HashSet<>();
    for (ExcludedFile f : files) {
      if (!mayBe(byPath.get(f.path()), f) && !mayBe(identity(f.path()).orElse(null), f)) {
        gone.add(f);
      }
    }
    return gone;
  }

  private static boolean mayBe(ExcludedFile found, ExcludedFile file) {
    return file.equals(found)
        || file.fileId() != null && found != null && found.length() == file.length();
  }

  /**
   * Identifies files by their ids, too, so that they are known again when they are copied. One that
   * cannot be read has none.
   *
   * @return in the same order
   */
  public List<ExcludedFile> identified(List<FileInfo> files) throws IOException {
    return ParallelReads.all(
        files,
        file -> {
          try {
            return identity(file).withId(read(file).map(f -> f.footer().fileId()).orElse(null));
          } catch (InterruptedIOException e) {
            throw e;
          } catch (IOException e) {
            return identity(file);
          }
        });
  }

  /** Whether a file of this name was written by Hive. */
  public static boolean isOfHive(String name) {
    return OF_HIVE.matcher(name).matches();
  }

  /** All files of a directory without snapshots. */
  public List<Found> all(boolean managed) throws IOException {
    return read(candidates(false), managed, null);
  }

  /**
   * The visible files that a state does not list. Lists nothing if its table shows only those that
   * it lists.
   */
  public List<Found> beside(TableState state) throws IOException {
    return state.showsForeignFiles() ? read(candidates(false), true, state) : List.of();
  }

  /**
   * Those of the candidates that are Placed files.
   *
   * @param candidates those named after a commit included: they tell where other tables are
   * @param managed whether to leave out files that are named after a commit
   * @param state whose listed and excluded files are left out; null = none
   */
  public List<Found> read(List<FileInfo> candidates, boolean managed, TableState state)
      throws IOException {
    Set<String> listed = Set.of();
    Exclusions excluded = Exclusions.NONE;
    if (state != null && !candidates.isEmpty()) {
      listed = state.files().all().keySet();
      excluded = new Exclusions(state.excluded());
    }
    List<FileInfo> ofOthers = new ArrayList<>();
    for (FileInfo file : candidates) {
      if (!listed.contains(PathNames.relativize(root, file.path()))) {
        ofOthers.add(file);
      }
    }
    NestedTables nested = new NestedTables(store, root, ofOthers, state == null);
    List<FileInfo> files = new ArrayList<>();
    for (FileInfo file : candidates) {
      String path = PathNames.relativize(root, file.path());
      if (managed && ManagedName.commitOf(PathNames.name(path)) != null) {
        continue;
      }
      if (!listed.contains(path) && !excluded.has(identity(file)) && nested.shows(file)) {
        files.add(file);
      }
    }
    List<Found> found = new ArrayList<>();
    for (Found f : footers(files)) {
      // With another time a file may still be one that was replaced, in a copy of the table.
      if (!excluded.has(f.identity()) && nested.shows(f)) {
        found.add(f);
      }
    }
    return found;
  }

  /**
   * Reads the footers of files.
   *
   * @return those that are Placed files with rows of their own, in the same order
   * @throws NotPlacedFileException if one that is named {@code *.placed} is none
   */
  public List<Found> footers(List<FileInfo> files) throws IOException {
    List<Found> found = new ArrayList<>();
    for (Optional<Found> one : ParallelReads.all(files, this::read)) {
      one.ifPresent(found::add);
    }
    return found;
  }

  private Optional<Found> read(FileInfo file) throws IOException {
    try {
      return footer(file);
    } catch (FileNotFoundException e) {
      // A FileNotFoundException would say that the table does not exist.
      throw new IOException(
          file.path() + ": was removed after it had been listed; read the table again", e);
    }
  }

  /**
   * Reads the footer of a file.
   *
   * @return empty if it is no Placed file, or none with rows of its own
   * @throws FileNotFoundException if it was removed since
   * @throws NotPlacedFileException if it is named {@code *.placed} and is none
   */
  public Optional<Found> footer(FileInfo file) throws IOException {
    String path = PathNames.relativize(root, file.path());
    Optional<FooterSource.Footer> footer;
    try {
      footer = footers.read(store.input(file.path(), file.length()));
    } catch (SiblingFileException e) {
      // A renamed sibling: the file that names it has its rows.
      return Optional.empty();
    }
    if (footer.isEmpty() && path.endsWith(ManagedName.SUFFIX)) {
      throw new NotPlacedFileException(
          file.path(),
          "it is named like a Placed file, but does not start with the magic bytes of one");
    }
    return footer.map(f -> new Found(path, file, f));
  }
}
