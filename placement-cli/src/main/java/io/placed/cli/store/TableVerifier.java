package io.placed.cli.store;

import io.placed.cli.error.CliException;
import io.placed.error.CorruptFileException;
import io.placed.error.InsufficientMemoryException;
import io.placed.error.SiblingFileException;
import io.placed.error.UnsupportedVersionException;
import io.placed.format.v1.FormatV1;
import io.placed.formats.Streams;
import io.placed.io.FileInfo;
import io.placed.io.FileStore;
import io.placed.io.FileStores;
import io.placed.io.InputFile;
import io.placed.io.IoCounters;
import io.placed.io.PathNames;
import io.placed.io.RandomInput;
import io.placed.scan.Damage;
import io.placed.scan.FileReader;
import io.placed.scan.FileVerifier;
import io.placed.scan.SiblingInfo;
import io.placed.table.DataSet;
import io.placed.table.deletes.FileDeletes;
import io.placed.table.discovery.ForeignFiles;
import io.placed.table.file.DataFile;
import io.placed.table.file.ExcludedFile;
import io.placed.table.file.Exclusions;
import io.placed.table.manifest.Manifest;
import io.placed.table.snapshot.Snapshot;
import io.placed.table.snapshot.TableState;
import io.placed.write.SiblingSummary;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.DoubleConsumer;
import java.util.function.Predicate;

/** Verifies tables: every file, and that the files are those that the snapshot lists. */
public final class TableVerifier {
  private final FileStores stores;

  /** A set, because a page that several columns share is found once per column. */
  private final Set<Damage> damage = new LinkedHashSet<>();

  private long files;
  private long bytes;

  public TableVerifier(FileStores stores) {
    this.stores = stores;
  }

  /** Number of files verified so far. */
  public long files() {
    return files;
  }

  /** Bytes of the files verified so far. */
  public long bytes() {
    return bytes;
  }

  /** All corrupt places that were found so far, also in tables whose verification failed. */
  public List<Damage> damage() {
    return List.copyOf(damage);
  }

  /**
   * Looks for all corrupt places of a table.
   *
   * @param progress gets the fraction done, from 0 to 1
   * @throws CliException if the path is not a Placed table
   */
  public void verify(String path, DoubleConsumer progress) throws IOException {
    FileStore store = stores.forPath(path);
    FileInfo info = store.stat(path);
    if (!info.directory()) {
      requireOurs(store.input(path, info.length()), path);
      verify(store.input(path, info.length()));
    } else {
      verifyDirectory(store, path, progress);
    }
  }

  private static void requireOurs(InputFile file, String path) throws IOException {
    if (!isOurs(file, path)) {
      throw new CliException(path + ": not a Placed file");
    }
  }

  /** Corrupt files are still recognized by the magic bytes at one end or by their name. */
  private static boolean isOurs(InputFile file, String path) throws IOException {
    byte[] magic = new byte[FormatV1.MAGIC_BYTES];
    for (int i = 0; i < magic.length; i++) {
      magic[i] = (byte) (FormatV1.MAGIC >>> (8 * i));
    }
    return PathNames.name(path).endsWith(".placed")
        || Streams.startsWith(Streams.head(file, magic.length), magic)
        || Streams.startsWith(tail(file, magic.length), magic);
  }

  private static byte[] tail(InputFile file, int count) throws IOException {
    byte[] out = new byte[(int) Math.min(count, file.length())];
    try (RandomInput in = file.open()) {
      in.readFully(file.length() - out.length, out, 0, out.length);
    }
    return out;
  }

  private void verifyDirectory(FileStore store, String path, DoubleConsumer progress)
      throws IOException {
    DataSet dataSet = DataSet.at(stores, path);
    Snapshot snapshot;
    try {
      snapshot = dataSet.current();
    } catch (CorruptFileException | InsufficientMemoryException | UnsupportedVersionException e) {
      verifyWithoutForeign(store, dataSet, progress);
      addUnlessKnown(e);
      return;
    }
    Set<String> paths = new HashSet<>();
    if (!verifyListed(dataSet, snapshot, paths, progress)) {
      // Files that a damaged manifest lists are among the others.
      verifyFiles(
          store, dataSet.directory().foreign().candidates(false), f -> !paths.contains(f.path()));
    }
  }

  /**
   * Verifies a table whose files cannot be listed: the log, or a file that no snapshot lists, is
   * damaged. In the second case it is still known which files the snapshot lists.
   */
  private void verifyWithoutForeign(FileStore store, DataSet dataSet, DoubleConsumer progress)
      throws IOException {
    TableState newest;
    try {
      newest = dataSet.directory().log().newest();
    } catch (CorruptFileException | InsufficientMemoryException | UnsupportedVersionException e) {
      newest = null; // As the caller knows.
    }
    if (newest == null) {
      verifyFiles(store, store.list(dataSet.path(), true), f -> true);
      return;
    }
    Set<String> paths = new HashSet<>();
    boolean all =
        verifyListed(dataSet, new Snapshot(newest, newest.schema(), List.of()), paths, progress);
    if (!all || newest.showsForeignFiles()) {
      ForeignFiles foreign = dataSet.directory().foreign();
      List<FileInfo> candidates = foreign.candidates(all);
      Exclusions excluded = new Exclusions(newest.excluded());
      Set<String> replaced = new HashSet<>();
      for (ExcludedFile f : foreign.identified(candidates)) {
        if (excluded.has(f)) {
          replaced.add(PathNames.join(dataSet.path(), f.path()));
        }
      }
      verifyFiles(
          store, candidates, f -> !paths.contains(f.path()) && !replaced.contains(f.path()));
    }
  }

  /**
   * Verifies the files of a snapshot.
   *
   * @param paths receives those of the files
   * @return false if a manifest is damaged, so that some of its files are not known
   */
  private boolean verifyListed(
      DataSet dataSet, Snapshot snapshot, Set<String> paths, DoubleConsumer progress)
      throws IOException {
    List<DataFile> listed;
    boolean all = true;
    verifyManifests(dataSet, snapshot);
    try {
      listed = snapshot.load().files();
    } catch (CorruptFileException | InsufficientMemoryException | UnsupportedVersionException e) {
      addUnlessKnown(e);
      listed = snapshot.readableFiles(this::addUnlessKnown);
      all = false;
    }
    int done = 0;
    for (DataFile f : listed) {
      verify(dataSet, f);
      paths.add(dataSet.pathOf(f));
      progress.accept((double) ++done / listed.size());
    }
    return all;
  }

  private void verifyManifests(DataSet dataSet, Snapshot snapshot) throws IOException {
    FileStore store = dataSet.directory().store();
    for (Manifest m : snapshot.manifests()) {
      String path = dataSet.directory().log().manifests().pathOf(m);
      try {
        verify(store.input(path, store.stat(path).length()));
      } catch (FileNotFoundException e) {
        damage.add(new Damage(path, 0, "the snapshot lists this manifest, but it does not exist"));
      }
    }
  }

  /** Verifies Placed files on their own. */
  private void verifyFiles(FileStore store, List<FileInfo> all, Predicate<FileInfo> chosen)
      throws IOException {
    for (FileInfo f : all) {
      if (!f.directory() && ForeignFiles.mayBePlaced(f) && chosen.test(f)) {
        InputFile file = store.input(f.path(), f.length());
        if (isOurs(file, f.path()) && !isSibling(file)) {
          verify(file);
        }
      }
    }
  }

  /** A sibling is verified with the file that names it. */
  private static boolean isSibling(InputFile file) throws IOException {
    try (FileReader reader = FileReader.open(file, new IoCounters())) {
      return false;
    } catch (SiblingFileException e) {
      return true;
    } catch (CorruptFileException | InsufficientMemoryException | UnsupportedVersionException e) {
      return false; // Verifying it reports that.
    }
  }

  /** What a reader of the table met, unless its file is known to be damaged. */
  private void addUnlessKnown(IOException e) {
    Damage found;
    if (e instanceof CorruptFileException c) {
      found = new Damage(c.path(), c.offset(), c.detail());
    } else if (e instanceof UnsupportedVersionException v) {
      found = new Damage(v.path(), 0, "not verified: " + v.detail());
    } else {
      InsufficientMemoryException m = (InsufficientMemoryException) e;
      found = new Damage(String.valueOf(m.path()), m.offset(), "not verified: " + m.detail());
    }
    if (damage.stream().noneMatch(d -> d.path().equals(found.path()))) {
      damage.add(found);
    }
  }

  private void verify(DataSet dataSet, DataFile f) throws IOException {
    String path = dataSet.pathOf(f);
    FileInfo info;
    try {
      info = stores.forPath(path).stat(path);
    } catch (FileNotFoundException e) {
      damage.add(new Damage(path, 0, "the snapshot lists this file, but it does not exist"));
      return;
    }
    if (info.length() != f.length()) {
      damage.add(
          new Damage(
              path,
              Math.min(info.length(), f.length()),
              String.format(
                  Locale.ROOT,
                  "expected %d bytes as listed in the snapshot, actual %d",
                  f.length(),
                  info.length())));
    }
    InputFile file = stores.forPath(path).input(path, info.length());
    if (verify(file)) {
      verifyIdentity(file, f);
    }
    verifyDeletes(dataSet, f);
  }

  /** The vector must be that of the file, and have rows of it only. */
  private void verifyDeletes(DataSet dataSet, DataFile f) throws IOException {
    FileDeletes deletes = FileDeletes.of(dataSet.directory().log().directory(), f);
    if (deletes == null) {
      return;
    }
    try {
      deletes.read(dataSet.directory().store());
      bytes += f.deletes().length();
    } catch (CorruptFileException e) {
      damage.add(new Damage(e.path(), e.offset(), f.path() + ": " + e.detail()));
    }
  }

  private boolean verify(InputFile file) throws IOException {
    files++;
    bytes += file.length();
    List<Damage> found = FileVerifier.verify(file, new IoCounters());
    damage.addAll(found);
    if (found.isEmpty()) {
      try (FileReader reader = FileReader.open(file, new IoCounters())) {
        bytes += reader.siblings().stream().mapToLong(SiblingInfo::length).sum();
      }
    }
    return found.isEmpty();
  }

  /** A valid file may still be another one than the snapshot lists. */
  private void verifyIdentity(InputFile file, DataFile expected) throws IOException {
    try (FileReader reader = FileReader.open(file, new IoCounters())) {
      verifySiblings(reader, expected);
      String id = reader.fileId().toString();
      if (!id.equals(expected.fileId())) {
        damage.add(
            new Damage(
                file.path(),
                0,
                "expected file id %s as listed in the snapshot, actual %s"
                    .formatted(expected.fileId(), id)));
      }
      if (reader.rows() != expected.rows()) {
        damage.add(
            new Damage(
                file.path(),
                0,
                String.format(
                    Locale.ROOT,
                    "expected %d rows as listed in the snapshot, actual %d",
                    expected.rows(),
                    reader.rows())));
      }
    }
  }

  private void verifySiblings(FileReader reader, DataFile expected) {
    List<SiblingSummary> found =
        reader.siblings().stream().map(s -> new SiblingSummary(s.name(), s.length())).toList();
    if (!found.equals(expected.siblings())) {
      damage.add(
          new Damage(
              reader.path(),
              0,
              String.format(
                  Locale.ROOT,
                  "expected the %d siblings that the snapshot lists, found %d others",
                  expected.siblings().size(),
                  found.size())));
    }
  }
}
