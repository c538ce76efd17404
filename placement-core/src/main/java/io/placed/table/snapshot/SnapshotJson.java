package io.placed.table.snapshot;

import com.google.gson.stream.JsonWriter;
import io.placed.error.CorruptFileException;
import io.placed.error.MalformedDataException;
import io.placed.error.UnsupportedVersionException;
import io.placed.schema.Schema;
import io.placed.table.file.CheckedLine;
import io.placed.table.file.DataFile;
import io.placed.table.file.DataFileJson;
import io.placed.table.file.ExcludedFile;
import io.placed.table.file.Json;
import io.placed.table.manifest.Manifest;
import io.placed.table.manifest.Manifests;
import io.placed.table.partition.Partitioning;
import io.placed.table.partition.TableFields;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The file format of a snapshot: a {@link CheckedLine} that is a JSON object. */
public final class SnapshotJson {
  public static final int VERSION = 2;

  private SnapshotJson() {}

  public static byte[] toBytes(TableState snapshot) {
    return CheckedLine.of(Json.write(out -> write(out, snapshot)));
  }

  private static void write(JsonWriter out, TableState s) throws IOException {
    SnapshotInfo info = s.info();
    out.beginObject();
    out.name("version").value(VERSION);
    out.name("id").value(info.id());
    out.name("parent").value(info.parent());
    out.name("parentCommit").value(info.parentCommit());
    out.name("commitId").value(info.commitId());
    out.name("timestamp").value(info.timestampMillis());
    out.name("operation").value(info.operation());
    out.name("filesAdded").value(info.filesAdded());
    out.name("filesRemoved").value(info.filesRemoved());
    out.name("rowsAdded").value(info.rowsAdded());
    if (info.rowsMarked() > 0) {
      out.name("rowsMarked").value(info.rowsMarked());
    }
    out.name("bytesAdded").value(info.bytesAdded());
    if (!info.copied().isEmpty()) {
      info.copied().write(out.name("copied"));
    }
    if (info.restored() > 0) {
      out.name("restored").value(info.restored());
    }
    out.name("schema").value(s.schema().toString());
    out.name("lastFieldId").value(s.lastFieldId());
    out.name("nextRowId").value(s.files().nextRowId());
    s.partitioning().write(out);
    out.name("placement").value(s.placement());
    out.name("properties").beginObject();
    for (Map.Entry<String, String> e : ExclusionIds.without(s.properties()).entrySet()) {
      out.name(e.getKey()).value(e.getValue());
    }
    ExclusionIds.write(out, s.excluded());
    out.endObject();
    if (s.cleanup() > 0) {
      out.name("cleanup").value(s.cleanup());
    }
    write(out, s.retention());
    out.name("manifests").beginArray();
    for (Manifest m : s.files().manifests()) {
      m.write(out);
    }
    out.endArray();
    out.name("files").beginArray();
    for (DataFile f : s.files().inline()) {
      DataFileJson.write(out, f);
    }
    out.endArray();
    out.name("excluded").beginArray();
    for (ExcludedFile e : s.excluded()) {
      out.beginObject();
      out.name("path").value(e.path());
      out.name("length").value(e.length());
      out.name("modified").value(e.modifiedMillis());
      out.endObject();
    }
    out.endArray();
    out.endObject();
  }

  private static void write(JsonWriter out, Retention retention) throws IOException {
    if (retention.from() > 1) {
      out.name("retainedFrom").value(retention.from());
    }
    if (retention.tags().isEmpty()) {
      return;
    }
    out.name("tags").beginArray();
    for (Tag t : retention.tags()) {
      out.beginObject();
      out.name("name").value(t.name());
      out.name("snapshot").value(t.snapshot());
      if (t.replacedMillis() > 0) {
        out.name("replaced").value(t.replacedMillis());
      }
      out.endObject();
    }
    out.endArray();
  }

  /**
   * @param path for messages
   * @throws CorruptFileException if the file is damaged
   * @throws UnsupportedVersionException if a newer library wrote it
   */
  static TableState fromBytes(String path, byte[] bytes, Manifests store) throws IOException {
    try {
      Json in = Json.parse(CheckedLine.read(bytes), "snapshot");
      requireVersion(path, in.number("version"));
      return read(in, store);
    } catch (MalformedDataException | IllegalArgumentException e) {
      throw new CorruptFileException(path, 0, e.getMessage(), e);
    }
  }

  /** Every version has the checksum line, so that damage is not mistaken for a newer version. */
  private static void requireVersion(String path, long version) throws IOException {
    if (version < 1) {
      throw new MalformedDataException("version must be at least 1, found " + version);
    }
    if (version != VERSION) {
      throw new UnsupportedVersionException(
          path, (int) Math.min(version, Integer.MAX_VALUE), VERSION, VERSION);
    }
  }

  private static TableState read(Json in, Manifests store) {
    SnapshotInfo info =
        new SnapshotInfo(
            in.number("id"),
            in.number("parent"),
            in.string("parentCommit"),
            in.string("commitId"),
            in.number("timestamp"),
            in.string("operation"),
            in.number("filesAdded"),
            in.number("filesRemoved"),
            in.number("rowsAdded"),
            in.number("bytesAdded"),
            numberOr(in, "rowsMarked", 0),
            in.has("copied") ? in.object("copied", CopiedRows::read) : CopiedRows.NONE,
            numberOr(in, "restored", 0));
    if (info.parent() < 0 || info.parent() >= info.id()) {
      throw new MalformedDataException(
          "snapshot " + info.id() + " cannot have parent " + info.parent());
    }
    Schema schema = Schema.parse(in.string("schema"));
    Partitioning partitioning = Partitioning.read(in);
    FileList files =
        new FileList(
            info.id(),
            store,
            in.objects("manifests", Manifest::read),
            in.objects("files", DataFileJson::read),
            new TableFields(schema, partitioning),
            in.number("nextRowId"));
    Map<String, String> properties = in.texts("properties");
    Set<ExcludedFile> excluded = Set.copyOf(in.objects("excluded", SnapshotJson::readExcluded));
    TableState snapshot =
        new TableState(
            info,
            schema,
            partitioning,
            in.string("placement"),
            ExclusionIds.without(properties),
            files,
            ExclusionIds.read(excluded, properties),
            lastFieldId(in, schema, partitioning),
            numberOr(in, "cleanup", 0),
            readRetention(in, info));
    in.end();
    // The state has checked that every partition field has a column.
    files.requireRowIds();
    files.requirePartitions();
    files.requireStatistics();
    return snapshot;
  }

  private static long numberOr(Json in, String name, long otherwise) {
    return in.has(name) ? in.number(name) : otherwise;
  }

  private static Retention readRetention(Json in, SnapshotInfo info) {
    List<Tag> tags = in.has("tags") ? in.objects("tags", SnapshotJson::readTag) : List.of();
    Retention retention = new Retention(numberOr(in, "retainedFrom", 1), tags);
    for (Tag t : tags) {
      if (t.snapshot() >= info.id()) {
        throw new MalformedDataException(
            "tag " + t.name() + " names snapshot " + t.snapshot() + ", which is not older");
      }
    }
    if (retention.from() > info.id()) {
      throw new MalformedDataException(
          "snapshot " + info.id() + " retains snapshots from " + retention.from() + " on");
    }
    return retention;
  }

  private static Tag readTag(Json in) {
    Tag tag = new Tag(in.string("name"), in.number("snapshot"), numberOr(in, "replaced", 0));
    in.end();
    return tag;
  }

  private static int lastFieldId(Json in, Schema schema, Partitioning partitioning) {
    long last = in.number("lastFieldId");
    int known = Math.max(schema.lastId(), partitioning.lastId());
    if (last < known || last > Integer.MAX_VALUE) {
      throw new MalformedDataException(
          "lastFieldId must be at least the largest id, " + known + ", found " + last);
    }
    return (int) last;
  }

  private static ExcludedFile readExcluded(Json in) {
    ExcludedFile e =
        new ExcludedFile(in.string("path"), in.number("length"), in.number("modified"));
    in.end();
    return e;
  }
}
