package io.placed.table.manifest;

import com.google.gson.stream.JsonWriter;
import io.placed.error.MalformedDataException;
import io.placed.table.file.Json;
import io.placed.table.file.RowIds;
import java.io.IOException;
import java.util.List;

/**
 * What a root says of a manifest.
 *
 * @param path relative to the directory of the log
 * @param length of the file, in bytes
 * @param fileId the id that the file has in its header
 * @param entries rows of the file, one for each data file
 * @param level by its number of entries; manifests of a level are merged; see {@link #FULL}
 * @param rows of the data files that count, together, without deleted ones
 * @param bytes of the data files that count and their siblings, together
 * @param partitions ids of the partition fields that all entries, removed ones included, have
 *     values of
 * @param bounds of the columns by which the manifest can be skipped
 * @param removed numbers of entries that no longer count, ascending
 * @param inherited what is not in the entries of files that the commit of the manifest added: the
 *     id from which the ids of their rows count, and the snapshot; null = there are no such entries
 */
public record Manifest(
    String path,
    long length,
    String fileId,
    int entries,
    int level,
    long rows,
    long bytes,
    List<Integer> partitions,
    List<ManifestBounds> bounds,
    List<Integer> removed,
    RowIds inherited) {
  /** The level of a manifest that is large enough not to be merged again. */
  public static final int FULL = 99;

  /** More entries than this a manifest does not have. */
  public static final int MAX_ENTRIES = 65_536;

  public Manifest {
    partitions = List.copyOf(partitions);
    bounds = List.copyOf(bounds);
    removed = List.copyOf(removed);
    int last = -1;
    for (int position : removed) {
      if (position <= last || position >= entries) {
        throw new IllegalArgumentException(
            path + ": removed entries must ascend below " + entries + ", found " + removed);
      }
      last = position;
    }
    if (entries <= 0
        || entries > MAX_ENTRIES
        || length <= 0
        || level < 0
        || rows < 0
        || bytes < 0) {
      throw new IllegalArgumentException(
          path + ": a manifest has 1 to " + MAX_ENTRIES + " entries, found " + entries);
    }
  }

  /** Number of data files that count. */
  public int files() {
    return entries - removed.size();
  }

  /**
   * The same manifest, fewer of whose entries count.
   *
   * @param positions of all entries that do not count, ascending
   * @param rowsLeft of the data files that still count
   * @param bytesLeft of the data files that still count
   */
  public Manifest without(List<Integer> positions, long rowsLeft, long bytesLeft) {
    return new Manifest(
        path,
        length,
        fileId,
        entries,
        level,
        rowsLeft,
        bytesLeft,
        partitions,
        bounds,
        positions,
        inherited);
  }

  /** The same manifest, listed by a snapshot for which it was not written. */
  public Manifest inheriting(RowIds other) {
    return new Manifest(
        path, length, fileId, entries, level, rows, bytes, partitions, bounds, removed, other);
  }

  public void write(JsonWriter out) throws IOException {
    out.beginObject();
    out.name("path").value(path);
    out.name("length").value(length);
    out.name("fileId").value(fileId);
    out.name("entries").value(entries);
    out.name("level").value(level);
    out.name("rows").value(rows);
    out.name("bytes").value(bytes);
    if (!partitions.isEmpty()) {
      out.name("partitions").beginArray();
      for (int id : partitions) {
        out.value(id);
      }
      out.endArray();
    }
    if (!bounds.isEmpty()) {
      out.name("bounds").beginArray();
      for (ManifestBounds b : bounds) {
        b.write(out);
      }
      out.endArray();
    }
    if (inherited != null) {
      out.name("firstRowId").value(inherited.first());
      out.name("snapshot").value(inherited.snapshot());
    }
    if (!removed.isEmpty()) {
      out.name("removed").beginArray();
      for (int position : removed) {
        out.value(position);
      }
      out.endArray();
    }
    out.endObject();
  }

  /**
   * @throws MalformedDataException if the object is something else
   */
  public static Manifest read(Json in) {
    try {
      Manifest manifest =
          new Manifest(
              in.string("path"),
              in.number("length"),
              in.string("fileId"),
              in.integer("entries"),
              in.integer("level"),
              in.number("rows"),
              in.number("bytes"),
              in.has("partitions") ? in.integers("partitions") : List.of(),
              in.has("bounds") ? in.objects("bounds", ManifestBounds::read) : List.of(),
              in.has("removed") ? in.integers("removed") : List.of(),
              in.has("firstRowId")
                  ? new RowIds(in.number("firstRowId"), in.number("snapshot"))
                  : null);
      in.end();
      requireName(manifest.path);
      return manifest;
    } catch (IllegalArgumentException e) {
      throw new MalformedDataException("manifest: " + e.getMessage(), e);
    }
  }

  /** A damaged or hostile root must not lead out of the directory of manifests. */
  private static void requireName(String path) {
    if (!path.matches("manifests/[0-9a-f]{32}-[0-9a-z-]{1,60}\\.placed")) {
      throw new IllegalArgumentException("'" + path + "' is not the path of a manifest");
    }
  }
}
