package io.placed.table.rewrite;

import io.placed.error.CorruptFileException;
import io.placed.error.MalformedDataException;
import io.placed.io.FileInfo;
import io.placed.io.FileStore;
import io.placed.io.PathNames;
import io.placed.predicate.Predicate;
import io.placed.table.discovery.TableDirectory;
import io.placed.table.file.CheckedLine;
import io.placed.table.file.DataFile;
import io.placed.table.file.DataFileJson;
import io.placed.table.file.Json;
import io.placed.table.file.ManagedName;
import io.placed.table.snapshot.SnapshotJson;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

/**
 * The complete files of an uncommitted rewrite, in {@code _placed/rewrites/<commit>/}: {@code
 * rewrite.json} has the settings of the rewrite, every other file describes new files and those
 * that they replace. So an interrupted rewrite can be resumed.
 */
public final class RewriteJournal {
  private static final String DIRECTORY = "rewrites";
  private static final String HEAD = "rewrite.json";
  private static final String SUFFIX = ".json";

  /**
   * What a task has written.
   *
   * @param sources the identities, see {@link DataFile#identity}, of the files that it replaces
   * @param ranges conditions by which the rows of the sources are divided; empty = not divided
   * @param output index of the range whose rows the files have; 0 if there are none
   * @param files the new files: one, or one or two of each partition
   */
  record Entry(List<String> sources, List<String> ranges, int output, List<DataFile> files) {
    Entry {
      sources = List.copyOf(sources);
      ranges = List.copyOf(ranges);
      files = List.copyOf(files);
    }

    long rows() {
      return files.stream().mapToLong(DataFile::rows).sum();
    }

    String toJson() {
      return Json.write(
          out -> {
            out.beginObject();
            out.name("version").value(SnapshotJson.VERSION);
            out.name("sources").beginArray();
            for (String s : sources) {
              out.value(s);
            }
            out.endArray();
            if (!ranges.isEmpty()) {
              out.name("ranges").beginArray();
              for (String r : ranges) {
                out.value(r);
              }
              out.endArray();
              out.name("range").value(output);
            }
            out.name("files").beginArray();
            for (DataFile f : files) {
              DataFileJson.write(out, f);
            }
            out.endArray();
            out.endObject();
          });
    }

    static Entry fromJson(String text) {
      Json in = Json.parse(text, "rewritten files");
      in.number("version");
      List<String> sources = in.strings("sources");
      List<String> ranges = in.has("ranges") ? in.strings("ranges") : List.of();
      long output = ranges.isEmpty() ? 0 : in.number("range");
      Entry entry =
          new Entry(sources, ranges, (int) output, in.objects("files", DataFileJson::read));
      in.end();
      if (sources.isEmpty() || output < 0 || output >= Math.max(1, ranges.size())) {
        throw new MalformedDataException(
            "a rewritten file must have sources and one of its ranges, found "
                + sources.size()
                + " sources and range "
                + output
                + " of "
                + ranges.size());
      }
      if (Set.copyOf(sources).size() < sources.size()) {
        throw new MalformedDataException(
            "a rewritten file must have each source once, found " + sources);
      }
      ranges.forEach(Entry::requirePredicate);
      return entry;
    }

    private static void requirePredicate(String range) {
      try {
        Predicate.parse(range);
      } catch (IllegalArgumentException e) {
        throw new MalformedDataException("range '" + range + "': " + e.getMessage(), e);
      }
    }
  }

  private final TableDirectory table;
  private final FileStore store;
  private final String commitId;
  private final String directory;

  RewriteJournal(TableDirectory table, String commitId) {
    this.table = table;
    this.store = table.store();
    this.commitId = commitId;
    this.directory = PathNames.join(parent(table), commitId);
  }

  private static String parent(TableDirectory table) {
    return PathNames.join(table.log().directory(), DIRECTORY);
  }

  public static List<RewriteJournal> all(TableDirectory table) throws IOException {
    List<RewriteJournal> all = new ArrayList<>();
    try {
      for (FileInfo f : table.store().list(parent(table), false)) {
        String name = PathNames.name(f.path());
        if (f.directory() && ManagedName.isCommitId(name)) {
          all.add(new RewriteJournal(table, name));
        }
      }
    } catch (FileNotFoundException e) {
      return List.of();
    }
    return all;
  }

  String commitId() {
    return commitId;
  }

  String directory() {
    return directory;
  }

  /**
   * @param base the snapshot that the rewrite reads; its own will be a later one
   */
  void begin(Map<String, String> what, long base) throws IOException {
    String line =
        Json.write(
            out -> {
              out.beginObject();
              out.name("version").value(SnapshotJson.VERSION);
              out.name("base").value(base);
              out.name("rewrite").beginObject();
              for (Map.Entry<String, String> e : what.entrySet()) {
                out.name(e.getKey()).value(e.getValue());
              }
              out.endObject();
              out.endObject();
            });
    store.putIfAbsent(PathNames.join(directory, HEAD), CheckedLine.of(line));
  }

  /** Whether it belongs to a rewrite with these settings; false without a readable head. */
  boolean isOf(Map<String, String> what) throws IOException {
    try {
      Json in =
          Json.parse(CheckedLine.read(store.readAll(PathNames.join(directory, HEAD))), "rewrite");
      return in.number("version") == SnapshotJson.VERSION && in.texts("rewrite").equals(what);
    } catch (FileNotFoundException | MalformedDataException e) {
      return false;
    }
  }

  /**
   * The snapshot that the first attempt read, after which a commit of the rewrite would be; empty
   * if the head does not say it.
   */
  OptionalLong base() throws IOException {
    try {
      Json in =
          Json.parse(CheckedLine.read(store.readAll(PathNames.join(directory, HEAD))), "rewrite");
      return in.has("base") ? OptionalLong.of(in.number("base")) : OptionalLong.empty();
    } catch (FileNotFoundException | MalformedDataException e) {
      return OptionalLong.empty();
    }
  }

  void add(String label, Entry entry) throws IOException {
    store.putIfAbsent(PathNames.join(directory, label + SUFFIX), CheckedLine.of(entry.toJson()));
  }

  /** Sorted by label. */
  List<Entry> entries() throws IOException {
    List<Entry> entries = new ArrayList<>();
    for (FileInfo f : files()) {
      String name = PathNames.name(f.path());
      if (name.endsWith(SUFFIX) && !name.equals(HEAD) && !PathNames.isHiddenFile(name)) {
        try {
          entries.add(Entry.fromJson(CheckedLine.read(store.readAll(f.path()))));
        } catch (MalformedDataException e) {
          throw new CorruptFileException(f.path(), 0, e.getMessage(), e);
        }
      }
    }
    return entries;
  }

  private List<FileInfo> files() throws IOException {
    try {
      return store.list(directory, false);
    } catch (FileNotFoundException e) {
      return List.of();
    }
  }

  /**
   * When it was last written: its newest file, or its directory, which is made before the first
   * file; 0 if it is gone. Stores without directories have no journal without files.
   */
  public long modifiedMillis() throws IOException {
    OptionalLong newest = files().stream().mapToLong(FileInfo::modifiedMillis).max();
    try {
      return newest.isPresent() ? newest.getAsLong() : store.stat(directory).modifiedMillis();
    } catch (FileNotFoundException e) {
      return 0;
    }
  }

  /** Removes the journal. The new files stay. */
  public void delete() throws IOException {
    store.delete(directory, true);
  }

  @Override
  public String toString() {
    return table.path() + " " + commitId;
  }
}
