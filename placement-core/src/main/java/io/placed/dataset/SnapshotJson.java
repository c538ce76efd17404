package io.placed.dataset;

import com.google.gson.stream.JsonWriter;
import io.placed.error.CorruptFileException;
import io.placed.error.MalformedDataException;
import io.placed.error.UnsupportedVersionException;
import io.placed.schema.Schema;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32C;

/**
 * The text of a snapshot: one line with a JSON object, one line {@code {"crc32c":"xxxxxxxx"}} with
 * the checksum of the first line's bytes, line feed not included.
 */
final class SnapshotJson {
  static final int VERSION = 1;

  private SnapshotJson() {}

  static byte[] toBytes(SnapshotRecord snapshot) {
    String body = Json.write(out -> write(out, snapshot));
    return (body + "\n" + checksumLine(body) + "\n").getBytes(StandardCharsets.UTF_8);
  }

  private static String checksumLine(String body) {
    CRC32C crc = new CRC32C();
    crc.update(body.getBytes(StandardCharsets.UTF_8));
    return String.format("{\"crc32c\":\"%08x\"}", crc.getValue());
  }

  private static void write(JsonWriter out, SnapshotRecord s) throws IOException {
    SnapshotInfo info = s.info();
    out.beginObject();
    out.name("version").value(VERSION);
    out.name("id").value(info.id());
    out.name("parent").value(info.parent());
    out.name("commitId").value(info.commitId());
    out.name("timestamp").value(info.timestampMillis());
    out.name("operation").value(info.operation());
    out.name("filesAdded").value(info.filesAdded());
    out.name("filesRemoved").value(info.filesRemoved());
    out.name("rowsAdded").value(info.rowsAdded());
    out.name("bytesAdded").value(info.bytesAdded());
    out.name("schema").value(s.schema().toString());
    out.name("partitionColumns");
    writeTexts(out, s.partitionColumns());
    out.name("placement").value(s.placement());
    out.name("properties").beginObject();
    for (Map.Entry<String, String> e : s.properties().entrySet()) {
      out.name(e.getKey()).value(e.getValue());
    }
    out.endObject();
    out.name("content").value(s.full() ? "full" : "delta");
    out.name("files").beginArray();
    for (DataFile f : s.files()) {
      DataFileJson.write(out, f);
    }
    out.endArray();
    out.name("removed");
    writeTexts(out, s.removed());
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

  private static void writeTexts(JsonWriter out, List<String> texts) throws IOException {
    out.beginArray();
    for (String t : texts) {
      out.value(t);
    }
    out.endArray();
  }

  /**
   * @param path for messages
   * @throws CorruptFileException if the text is damaged
   * @throws UnsupportedVersionException if a newer library wrote it
   */
  static SnapshotRecord fromBytes(String path, byte[] bytes) throws IOException {
    String text = new String(bytes, StandardCharsets.UTF_8);
    int end = text.indexOf('\n');
    try {
      if (end < 0) {
        throw new MalformedDataException("the checksum line is missing");
      }
      String body = text.substring(0, end);
      String line = checksumLine(body);
      if (!text.substring(end + 1).equals(line + "\n")) {
        throw new MalformedDataException("the checksum does not match, expected " + line);
      }
      requireVersion(path, body);
      return read(Json.parse(body, "snapshot"));
    } catch (MalformedDataException | IllegalArgumentException e) {
      throw new CorruptFileException(path, 0, e.getMessage(), e);
    }
  }

  /** Every version has the checksum line, so that damage is not taken for a newer version. */
  private static void requireVersion(String path, String body) throws IOException {
    long version = Json.parse(body, "snapshot").number("version");
    if (version < 1) {
      throw new MalformedDataException("version " + version);
    }
    if (version > VERSION) {
      throw new UnsupportedVersionException(
          path, (int) Math.min(version, Integer.MAX_VALUE), 1, VERSION);
    }
  }

  private static SnapshotRecord read(Json in) {
    in.number("version");
    SnapshotInfo info =
        new SnapshotInfo(
            in.number("id"),
            in.number("parent"),
            in.string("commitId"),
            in.number("timestamp"),
            in.string("operation"),
            in.number("filesAdded"),
            in.number("filesRemoved"),
            in.number("rowsAdded"),
            in.number("bytesAdded"));
    String content = in.string("content");
    if (!content.equals("full") && !content.equals("delta")) {
      throw new MalformedDataException("content must be full or delta, found '" + content + "'");
    }
    if (info.parent() < 0 || info.parent() >= info.id()) {
      throw new MalformedDataException(
          "snapshot " + info.id() + " cannot have parent " + info.parent());
    }
    SnapshotRecord snapshot =
        new SnapshotRecord(
            info,
            Schema.parse(in.string("schema")),
            in.strings("partitionColumns"),
            in.string("placement"),
            in.texts("properties"),
            content.equals("full"),
            in.objects("files", DataFileJson::read),
            in.strings("removed"),
            in.objects("excluded", SnapshotJson::readExcluded));
    in.end();
    return snapshot;
  }

  private static ExcludedFile readExcluded(Json in) {
    ExcludedFile e =
        new ExcludedFile(in.string("path"), in.number("length"), in.number("modified"));
    in.end();
    return e;
  }
}
