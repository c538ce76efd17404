package io.placed.scan.footer;

import io.placed.bytes.LittleEndian;
import io.placed.error.CorruptFileException;
import io.placed.error.MalformedDataException;
import io.placed.format.v1.FormatV1;
import io.placed.format.v1.PartChecksum;
import io.placed.format.v1.PartKind;
import io.placed.format.v1.PartPointer;
import io.placed.io.ByteRange;
import io.placed.io.IoCounters;
import io.placed.io.RandomInput;
import io.placed.io.ReadPlanner;
import io.placed.io.ReadTarget;
import java.io.EOFException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** Reads and verifies the parts of the footer, from memory if an earlier read included them. */
public final class PartReader {
  /** Smaller gaps are read: another request would cost more. */
  private static final int MAX_GAP = 16 * 1024;

  private static final int MAX_REQUEST = 8 << 20;

  /** Parses the bytes of a part, without its checksum. */
  public interface Parser<T> {
    T parse(byte[] bytes, int offset, int length);
  }

  private record Cached(long offset, byte[] bytes) {
    boolean holds(long from, int length) {
      return from >= offset && from + length <= offset + bytes.length;
    }
  }

  private final String path;
  private final RandomInput input;
  private final long fileLength;
  private final IoCounters counters;
  private final List<Cached> cache = new ArrayList<>();
  private PartChecksum checksum;

  PartReader(String path, RandomInput input, long fileLength, IoCounters counters) {
    this.path = path;
    this.input = input;
    this.fileLength = fileLength;
    this.counters = counters;
  }

  void fileId(UUID id) {
    checksum = new PartChecksum(id);
  }

  /** Reads a range and caches it for the parts in it. */
  byte[] keep(long offset, int length) throws IOException {
    byte[] bytes = readBytes(offset, length);
    cache.add(new Cached(offset, bytes));
    return bytes;
  }

  /** Fetches the parts that are not in memory, in few requests. */
  void prefetch(List<PartPointer> parts) throws IOException {
    List<ByteRange> missing = new ArrayList<>();
    for (PartPointer p : parts) {
      if (p.length() > 0) {
        checkRange(p, "a part of the footer");
        if (find(p.offset(), p.length()) == null) {
          missing.add(new ByteRange(p.offset(), p.length()));
        }
      }
    }
    if (!missing.isEmpty()) {
      List<ReadTarget> targets = new ArrayList<>();
      for (ReadPlanner.Request r : ReadPlanner.plan(missing, MAX_GAP, MAX_REQUEST)) {
        targets.add(new ReadTarget(r.offset(), new byte[r.length()], 0, r.length()));
      }
      try {
        input.readAll(targets);
      } catch (EOFException e) {
        throw new CorruptFileException(
            path, targets.get(0).position(), "the file ends inside its footer", e);
      }
      targets.forEach(t -> cache.add(new Cached(t.position(), t.buffer())));
    }
  }

  /** Drops the cache. */
  public void forget() {
    cache.clear();
  }

  public <T> T read(
      PartKind kind, PartPointer part, int rowGroup, int column, int node, Parser<T> parser)
      throws IOException {
    checkRange(part, kind.text());
    byte[] bytes;
    int at;
    Cached hit = find(part.offset(), part.length());
    if (hit != null) {
      bytes = hit.bytes();
      at = (int) (part.offset() - hit.offset());
    } else {
      bytes = readBytes(part.offset(), part.length());
      at = 0;
    }
    counters.addNeeded(part.length());
    int length = part.length() - FormatV1.CHECKSUM_BYTES;
    int found = checksum.of(kind, part.offset(), rowGroup, column, node, bytes, at, length);
    if (found != LittleEndian.getInt(bytes, at + length)) {
      throw new CorruptFileException(
          path, part.offset(), kind.text() + " part: the checksum does not match");
    }
    try {
      return parser.parse(bytes, at, length);
    } catch (MalformedDataException | IllegalArgumentException e) {
      throw new CorruptFileException(
          path, part.offset(), kind.text() + " part: " + e.getMessage(), e);
    }
  }

  private void checkRange(PartPointer part, String what) throws CorruptFileException {
    if (part.length() < FormatV1.CHECKSUM_BYTES
        || part.offset() < FormatV1.HEADER_BYTES
        || part.offset() > fileLength - FormatV1.TAIL_BYTES - part.length()) {
      throw new CorruptFileException(
          path,
          Math.min(part.offset(), fileLength),
          what
              + " has an invalid position: "
              + part.length()
              + " bytes at offset "
              + part.offset());
    }
  }

  private Cached find(long offset, int length) {
    for (Cached c : cache) {
      if (c.holds(offset, length)) {
        return c;
      }
    }
    return null;
  }

  private byte[] readBytes(long offset, int length) throws IOException {
    byte[] bytes = new byte[length];
    try {
      input.readFully(offset, bytes, 0, length);
    } catch (EOFException e) {
      throw new CorruptFileException(
          path, offset, "the file ends before byte " + (offset + length), e);
    }
    return bytes;
  }
}
