package io.placed.cli.raw;

import io.placed.bytes.ByteReader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;

/** Reads the fields of a part and remembers where each of them is. */
final class FieldReader {
  /** More would take more memory than the part itself by far. */
  private static final int MOST_FIELDS = 50_000;

  private static final int MOST_VALUE_BYTES = 64;
  private static final int MOST_THINGS = 1 << 20;

  private final ByteReader in;
  private final int start;
  private final List<RawField> fields = new ArrayList<>();
  private long more;

  FieldReader(byte[] bytes, int from, int length) {
    in = new ByteReader(bytes, from, length);
    start = from;
  }

  List<RawField> fields() {
    return fields;
  }

  long moreFields() {
    return more;
  }

  int position() {
    return in.position() - start;
  }

  int remaining() {
    return in.remaining();
  }

  private <T> T add(int from, String name, T value, String text) {
    if (fields.size() < MOST_FIELDS) {
      fields.add(new RawField(from, position() - from, name, text));
    } else {
      more++;
    }
    return value;
  }

  private <T> T add(int from, String name, T value) {
    return add(from, name, value, String.valueOf(value));
  }

  int u8(String name) {
    int from = position();
    return add(from, name, in.u8(name));
  }

  int u16(String name) {
    int from = position();
    return add(from, name, in.u16());
  }

  long u32(String name) {
    int from = position();
    return add(from, name, in.u32(name) & 0xFFFF_FFFFL);
  }

  long u64(String name) {
    int from = position();
    return add(from, name, in.u64(name));
  }

  /** A number that must not be negative, as all lengths, counts and offsets. */
  long varint(String name) {
    int from = position();
    return add(from, name, in.varintLong(name, Long.MAX_VALUE));
  }

  int varint(String name, int max) {
    int from = position();
    return add(from, name, in.varint(name, max));
  }

  long zigzag(String name) {
    int from = position();
    return add(from, name, in.zigzag());
  }

  String string(String name) {
    int from = position();
    String text = in.string(name);
    return add(from, name, text, '"' + text + '"');
  }

  UUID uuid(String name) {
    int from = position();
    long most = in.u64(name);
    return add(from, name, new UUID(most, in.u64(name)));
  }

  /** A number of things of which each takes at least one byte, few enough to be kept. */
  int count(String name) {
    return varint(name, Math.min(in.remaining(), MOST_THINGS));
  }

  /** The value is in hexadecimal digits, as the bytes are. */
  byte[] bytes(String name, int length) {
    int from = position();
    byte[] value = in.bytes(length);
    byte[] shown =
        value.length <= MOST_VALUE_BYTES ? value : Arrays.copyOf(value, MOST_VALUE_BYTES);
    String hex = HexFormat.of().formatHex(shown);
    return add(from, name, value, value.length == shown.length ? hex : hex + "…");
  }

  double bits64(String name) {
    int from = position();
    return add(from, name, Double.longBitsToDouble(in.u64(name)));
  }

  /** Bytes that have no value of their own. */
  void span(String name, int length) {
    int from = position();
    in.skip(length, name);
    if (length > 0) {
      add(from, name, null, "");
    }
  }

  /** All that is left before the end of the part. */
  void rest(String name) {
    span(name, in.remaining());
  }

  /** The bytes behind what is read here. */
  void crc(int at, int length) {
    fields.add(new RawField(at, length, "crc", ""));
  }

  /** Fails unless everything was read. */
  void end(String what) {
    in.end(what);
  }
}
