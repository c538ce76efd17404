package io.placed.format.v1;

import io.placed.bytes.ByteReader;
import io.placed.bytes.ByteWriter;
import java.util.LinkedHashMap;
import java.util.Map;

/** The key-value metadata of a file. */
public final class FileMetadata {
  private FileMetadata() {}

  /** The bytes of the part without its checksum. */
  public static byte[] toBytes(Map<String, String> metadata) {
    ByteWriter out = new ByteWriter(256);
    out.varint(metadata.size());
    metadata.forEach((k, v) -> out.string(k).string(v));
    return out.toBytes();
  }

  /** Reads the part without its checksum. */
  public static Map<String, String> read(byte[] bytes, int offset, int length) {
    ByteReader in = new ByteReader(bytes, offset, length);
    int count = in.count("metadata entries", 2);
    Map<String, String> out = new LinkedHashMap<>();
    for (int i = 0; i < count; i++) {
      String key = in.string("a metadata key");
      out.put(key, in.string("a metadata value"));
    }
    in.end("the metadata");
    return out;
  }
}
