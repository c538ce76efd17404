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

/** Files of a directory that no snapshot lists: put there by hand, or written by Hive. */
public final class ForeignFiles {
  private static final int THREADS = 8;

  /**
   * Names that engines give: Hive's, which have no extension; and Spark's where it writes through
   * Hive's classes into several partitions, which end in the number of the file in its task.
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

  /** A foreign file and what its end says. */
  public record Found(String path, FileInfo info, FooterSource.Footer footer) {}

  /**
   * Files that may be Placed files, by their names: {@code *.placed}, or as engines name them
   * ({@code 000000_0}, {@code part-0.c000}). Sorted by path.
   *
   * @param managed whether names of commits count only when they are listed
   */
  public List<FileInfo> candidates(boolean managed) throws IOException {
    List<FileInfo> found = new ArrayList<>();
    for (FileInfo file : store.walk(root, n -> !PathNames.isHiddenDirectory(n))) {
      String path = PathNames.relativize(root, file.path());
      String name = PathNames.name(path);
      boolean placed = name.endsWith(ManagedName.SUFFIX);
      // Hive leaves empty files behind; a *.placed file cannot be empty.
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

  /** Whether the very file is there, whatever a listing says. */
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
      // Its rows are those of the file that names it, whatever it was renamed to.
      return Optional.empty();
    } catch (FileNotFoundException e) {
      // To whoever reads a table, FileNotFoundException says that there is none.
      throw new IOException(
          file.path() + ": was listed and is not there any more; read the table again", e);
    }
    if (footer.isEmpty() && path.endsWith(ManagedName.SUFFIX)) {
      throw new NotPlacedFileException(
          file.path(), "its name says that it is a Placed file, its content is something else");
    }
    return footer.map(f -> new Found(path, file, f));
  }

  /**
   * Each footer is a round trip or two, which is what listing a remote directory would wait for.
   */
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
      throw new IOException(root + ": a file cannot be read: " + e.getCause(), e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(root + ": interrupted while files were being looked at", e);
    } finally {
      threads.shutdownNow();
    }
  }
}
