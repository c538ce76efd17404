package io.placed.table.discovery;

import io.placed.error.NotPlacedFileException;
import io.placed.error.SiblingFileException;
import io.placed.io.FileInfo;
import io.placed.io.FileStore;
import io.placed.io.PathNames;
import io.placed.table.file.ExcludedFile;
import io.placed.table.file.ManagedName;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Pattern;

/** Files of a directory that no snapshot lists: copied there, or written by Hive. */
public final class ForeignFiles {
  private static final int THREADS = 8;

  /**
   * File names that engines use: Hive's have no extension; Spark's, where it writes several
   * partitions through Hive's classes, end in the number of the file in its task.
   */
  private static final Pattern OF_ENGINES = Pattern.compile("[^.]+(\\.c[0-9]{3,})?");

  private final FileStore store;
  private final String root;
  private final FooterSource footers;

  ForeignFiles(FileStore store, String root, FooterSource footers) {
    this.store = store;
    this.root = root;
    this.footers = footers;
  }

  /** A foreign file and its footer. */
  public record Found(String path, FileInfo info, FooterSource.Footer footer) {}

  /**
   * Files that may be Placed files by their names: {@code *.placed}, or names that engines use
   * ({@code 000000_0}, {@code part-0.c000}). Sorted by path.
   *
   * @param managed whether to exclude files that are named after a commit
   */
  public List<FileInfo> candidates(boolean managed) throws IOException {
    List<FileInfo> found = new ArrayList<>();
    for (FileInfo file : store.walk(root, n -> !PathNames.isHiddenDirectory(n))) {
      String path = PathNames.relativize(root, file.path());
      String name = PathNames.name(path);
      boolean placed = name.endsWith(ManagedName.SUFFIX);
      // Hive leaves empty files; a *.placed file cannot be empty.
      boolean ofEngine = file.length() > 0 && OF_ENGINES.matcher(name).matches();
      if ((placed || ofEngine)
          && !PathNames.isHiddenFile(name)
          && (!managed || ManagedName.commitOf(name) == null)) {
        found.add(file);
      }
    }
    return found;
  }

  public ExcludedFile identity(FileInfo file) {
    return new ExcludedFile(
        PathNames.relativize(root, file.path()), file.length(), file.modifiedMillis());
  }

  /** Whether exactly this file exists; does not rely on a listing. */
  public boolean isThere(ExcludedFile file) throws IOException {
    try {
      return identity(store.stat(PathNames.join(root, file.path()))).equals(file);
    } catch (FileNotFoundException e) {
      return false;
    }
  }

  /** The candidates that are Placed files and are not excluded. */
  public List<Found> read(boolean managed, Set<ExcludedFile> excluded) throws IOException {
    NestedTables nested = new NestedTables(store, root);
    List<FileInfo> files = new ArrayList<>();
    for (FileInfo file : candidates(managed)) {
      if (!excluded.contains(identity(file))
          && nested.shows(PathNames.relativize(root, file.path()))) {
        files.add(file);
      }
    }
    if (files.size() < 3) {
      List<Found> found = new ArrayList<>();
      for (FileInfo file : files) {
        read(file).ifPresent(found::add);
      }
      return found;
    }
    return readInParallel(files);
  }

  private Optional<Found> read(FileInfo file) throws IOException {
    String path = PathNames.relativize(root, file.path());
    Optional<FooterSource.Footer> footer;
    try {
      footer = footers.read(store.input(file.path(), file.length()));
    } catch (SiblingFileException e) {
      // A renamed sibling: the file that names it has its rows.
      return Optional.empty();
    } catch (FileNotFoundException e) {
      // A FileNotFoundException would say that the table does not exist.
      throw new IOException(
          file.path() + ": was removed after it had been listed; read the table again", e);
    }
    if (footer.isEmpty() && path.endsWith(ManagedName.SUFFIX)) {
      throw new NotPlacedFileException(
          file.path(),
          "it is named like a Placed file, but does not start with the magic bytes of one");
    }
    return footer.map(f -> new Found(path, file, f));
  }

  /** Each footer takes one or two round trips, so they are read in parallel. */
  private List<Found> readInParallel(List<FileInfo> files) throws IOException {
    ExecutorService threads = Executors.newFixedThreadPool(Math.min(THREADS, files.size()));
    try {
      List<Future<Optional<Found>>> reads = new ArrayList<>();
      for (FileInfo file : files) {
        reads.add(threads.submit(() -> read(file)));
      }
      List<Found> found = new ArrayList<>();
      for (Future<Optional<Found>> read : reads) {
        read.get().ifPresent(found::add);
      }
      return found;
    } catch (ExecutionException e) {
      if (e.getCause() instanceof IOException io) {
        throw io;
      }
      throw new IOException(
          root + ": cannot read the footer of a file: " + e.getCause(), e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(root + ": interrupted while reading footers", e);
    } finally {
      threads.shutdownNow();
    }
  }
}
