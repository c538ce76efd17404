package io.placed.formats.advise;

import io.placed.advise.AdvisedFormat;
import io.placed.advise.AdvisedSource;
import io.placed.advise.Rewriting;
import io.placed.formats.FormatException;
import io.placed.formats.Streams;
import io.placed.formats.TableLog;
import io.placed.formats.csv.ColumnTypes;
import io.placed.formats.zones.FileZones;
import io.placed.formats.zones.ZonedFormat;
import io.placed.io.FileInfo;
import io.placed.io.FileStore;
import io.placed.io.FileStores;
import io.placed.io.ParallelReads;
import io.placed.io.PathNames;
import io.placed.placement.Placement;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.schema.Type;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Parquet and ORC files: one, a directory of them with Hive's partition directories, or a text file
 * that lists them, one path a line.
 */
public final class FilesFormat implements AdvisedFormat {
  private static final int HEAD_BYTES = 4096;

  private record Found(String path, long length, Map<String, String> partition) {}

  @Override
  public String text() {
    return "Parquet or ORC";
  }

  @Override
  public Optional<AdvisedSource> find(FileStores stores, String path) throws IOException {
    FileStore store = stores.forPath(path);
    FileInfo info = store.stat(path);
    List<Found> files = new ArrayList<>();
    boolean isList = false;
    if (info.directory()) {
      if (store.exists(PathNames.join(path, "_placed"))) {
        return Optional.empty();
      }
      String root = info.path();
      for (FileInfo f : visible(store, path)) {
        String relative = PathNames.relativize(root, f.path());
        files.add(new Found(f.path(), f.length(), PathNames.partitionValues(relative)));
      }
    } else if (ZonedFormats.of(stores, path) != null) {
      files.add(new Found(path, info.length(), Map.of()));
    } else {
      List<String> listed = listed(stores, path);
      isList = !listed.isEmpty();
      List<FileInfo> found = ParallelReads.all(listed, l -> stores.forPath(l).stat(l));
      for (int k = 0; k < found.size(); k++) {
        if (found.get(k).directory()) {
          throw new IllegalArgumentException(
              path + " lists the directory " + listed.get(k) + "; allowed are files");
        }
        files.add(new Found(listed.get(k), found.get(k).length(), Map.of()));
      }
    }
    ZonedFormat format = files.isEmpty() ? null : ZonedFormats.of(stores, files.get(0).path());
    if (format == null) {
      return Optional.empty();
    }
    List<Optional<ZonedFormat>> formats =
        ParallelReads.all(files, f -> Optional.ofNullable(ZonedFormats.of(stores, f.path())));
    for (int k = 0; k < formats.size(); k++) {
      Found f = files.get(k);
      ZonedFormat its = formats.get(k).orElse(null);
      if (its == null || !its.extension().equals(format.extension())) {
        throw new IllegalArgumentException(
            "%s: %s is not %s, as %s is: all files of a table must have the same format"
                .formatted(path, f.path(), format.text(), files.get(0).path()));
      }
    }
    return Optional.of(source(stores, path, isList, format, files));
  }

  /** Files below a directory, without hidden ones. */
  private static List<FileInfo> visible(FileStore store, String directory) throws IOException {
    List<FileInfo> out = new ArrayList<>();
    for (FileInfo f : store.list(directory, false)) {
      String name = PathNames.name(f.path());
      if (f.directory()) {
        TableLog log = TableLog.of(name);
        if (log != null) {
          throw new IllegalArgumentException(
              ("%s has %s table (found %s): which of its files and rows count is only in its log;"
                      + " copy it with %s")
                  .formatted(directory, log.text(), f.path(), log.copy()));
        }
        if (!PathNames.isHiddenDirectory(name)) {
          out.addAll(visible(store, f.path()));
        }
      } else if (!PathNames.isHiddenFile(name)) {
        out.add(f);
      }
    }
    return out;
  }

  /** The paths that a text file lists; none if it does not begin with the path of a file. */
  private static List<String> listed(FileStores stores, String path) throws IOException {
    FileStore store = stores.forPath(path);
    byte[] head = Streams.head(store.input(path), HEAD_BYTES);
    for (byte b : head) {
      if (b >= 0 && b < ' ' && b != '\n' && b != '\r' && b != '\t') {
        return List.of();
      }
    }
    String start = new String(head, StandardCharsets.UTF_8).strip();
    String first = start.lines().findFirst().orElse("");
    if (first.isEmpty() || !isFile(stores, first)) {
      return List.of();
    }
    return new String(store.readAll(path), StandardCharsets.UTF_8)
        .lines()
        .filter(l -> !l.isBlank())
        .toList();
  }

  private static boolean isFile(FileStores stores, String path) {
    try {
      return stores.forPath(path).exists(path) && ZonedFormats.of(stores, path) != null;
    } catch (IOException | RuntimeException e) {
      // A line of a text that is no path.
      return false;
    }
  }

  private static AdvisedSource source(
      FileStores stores, String path, boolean isList, ZonedFormat format, List<Found> files)
      throws IOException {
    Schema stored = format.schema(files.stream().map(Found::path).toList());
    Set<String> names = new LinkedHashSet<>();
    files.forEach(f -> names.addAll(f.partition().keySet()));
    List<Field> fields = new ArrayList<>(stored.fields());
    Map<String, Type> types = new LinkedHashMap<>();
    for (String name : names) {
      if (stored.indexOf(name) >= 0) {
        throw new FormatException(
            "%s: column '%s' is both in the files and in the names of directories"
                .formatted(path, name));
      }
      List<String> texts = new ArrayList<>();
      files.forEach(f -> texts.add(f.partition().get(name)));
      types.put(name, ColumnTypes.of(texts));
      fields.add(Field.of(name, types.get(name)));
    }
    List<TablePart> parts = new ArrayList<>();
    for (Found f : files) {
      Map<String, Object> partition = new LinkedHashMap<>();
      types.forEach(
          (name, type) -> {
            String text = f.partition().get(name);
            partition.put(name, text == null ? null : ColumnTypes.parse(type, text));
          });
      parts.add(TablePart.of(f.path(), f.length(), format.rows(f.path()), partition));
    }
    Layout layout = layout(format, files.get(0).path());
    int levels = names.size();
    String output =
        (isList || path.endsWith("/") ? path.replaceAll("/+$", "") : path)
                .replaceFirst("\\.(parquet|orc|txt)$", "")
            + ".advised"
            + (levels > 0 ? "" : "." + format.extension());
    Rewriting rewriting =
        new ContainerRewriting(format, layout.compression(), path, isList, output, levels);
    return new FileSource(
        new TableDescription(
            path,
            format.extension(),
            format,
            Schema.of(fields),
            List.copyOf(names),
            parts,
            layout.placement(),
            true,
            rewriting),
        stores);
  }

  /** How a file is laid out. */
  record Layout(Placement placement, String compression) {}

  static Layout layout(ZonedFormat format, String path) throws IOException {
    try (FileZones zones = format.zones(path)) {
      Placement usual =
          Placement.parse(
              "reorder=none; row-group="
                  + (format.rowGroupBytes() >> 20)
                  + "MiB; column-groups=none; packing=many-row-groups(block=128MiB)");
      String text = zones.placement();
      try {
        return new Layout(
            text == null ? usual : Placement.parse(text).requireWritable(), zones.compression());
      } catch (IllegalArgumentException e) {
        // Written by another version.
        return new Layout(usual, zones.compression());
      }
    }
  }
}
