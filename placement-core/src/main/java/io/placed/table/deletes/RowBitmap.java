package io.placed.table.deletes;

import io.placed.error.MalformedDataException;
import io.placed.scan.request.DeletedRows;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Map;
import java.util.TreeMap;
import org.roaringbitmap.PeekableIntIterator;
import org.roaringbitmap.RoaringBitmap;

/**
 * Numbers of rows of a file. Bytes are those of 64-bit Roaring bitmaps in their portable form: the
 * number of 32-bit bitmaps, then for each the upper half of its numbers and the bitmap.
 *
 * <p>Not thread-safe while it is changed. See https://github.com/RoaringBitmap/RoaringFormatSpec.
 */
public final class RowBitmap implements DeletedRows {
  private static final int COUNT_BYTES = 8;
  private static final int KEY_BYTES = 4;
  private static final long PART_ROWS = 1L << 32;

  /** By the upper half of the numbers; none is empty. */
  private final TreeMap<Integer, RoaringBitmap> parts = new TreeMap<>();

  /** The rows [first, first + rows). */
  public static RowBitmap range(long first, long rows) {
    RowBitmap range = new RowBitmap();
    range.addRange(first, rows);
    return range;
  }

  /** A copy of these numbers. */
  public RowBitmap copy() {
    RowBitmap copy = new RowBitmap();
    copy.addAll(this);
    return copy;
  }

  public void add(long row) {
    part(row).add((int) row);
  }

  /** Adds the rows [first, first + rows). */
  public void addRange(long first, long rows) {
    for (long from = first; from < first + rows; ) {
      long end = Math.min(first + rows, (from | 0xFFFFFFFFL) + 1);
      part(from).add(from & 0xFFFFFFFFL, (from & 0xFFFFFFFFL) + (end - from));
      from = end;
    }
  }

  /** Adds the rows whose bits are set. */
  public void addAll(long first, long[] rows, int count) {
    for (int w = 0; w < count + 63 >> 6; w++) {
      for (long left = rows[w]; left != 0; left &= left - 1) {
        add(first + (w << 6) + Long.numberOfTrailingZeros(left));
      }
    }
  }

  public void addAll(RowBitmap other) {
    other.parts.forEach(
        (key, rows) -> {
          RoaringBitmap own = parts.get(key);
          if (own == null) {
            parts.put(key, rows.clone());
          } else {
            own.or(rows);
          }
        });
  }

  public void removeAll(RowBitmap other) {
    other.parts.forEach(
        (key, rows) -> {
          RoaringBitmap own = parts.get(key);
          if (own != null) {
            own.andNot(rows);
            if (own.isEmpty()) {
              parts.remove(key);
            }
          }
        });
  }

  private RoaringBitmap part(long row) {
    if (row < 0) {
      throw new IllegalArgumentException("a row number must not be negative, found " + row);
    }
    return parts.computeIfAbsent((int) (row >>> 32), k -> new RoaringBitmap());
  }

  public boolean isEmpty() {
    return parts.isEmpty();
  }

  /** Number of rows. */
  public long rows() {
    return parts.values().stream().mapToLong(RoaringBitmap::getLongCardinality).sum();
  }

  /** One above the largest number; 0 if there is none. */
  public long end() {
    Map.Entry<Integer, RoaringBitmap> last = parts.lastEntry();
    return last == null
        ? 0
        : ((long) last.getKey() << 32) + Integer.toUnsignedLong(last.getValue().last()) + 1;
  }

  /** The parts with rows of [first, first + rows); a range may have many more than there are. */
  private Map<Integer, RoaringBitmap> parts(long first, long rows) {
    return rows == 0
        ? Map.of()
        : parts.subMap((int) (first >>> 32), true, (int) (first + rows - 1 >>> 32), true);
  }

  @Override
  public long count(long first, long rows) {
    long sum = 0;
    for (Map.Entry<Integer, RoaringBitmap> part : parts(first, rows).entrySet()) {
      long start = (long) part.getKey() << 32;
      long from = Math.max(0, first - start);
      long end = Math.min(PART_ROWS, first + rows - start);
      sum += part.getValue().rangeCardinality(from, end);
    }
    return sum;
  }

  @Override
  public void clear(long first, long[] rows, int count) {
    for (Map.Entry<Integer, RoaringBitmap> part : parts(first, count).entrySet()) {
      long start = (long) part.getKey() << 32;
      PeekableIntIterator found = part.getValue().getIntIterator();
      found.advanceIfNeeded((int) Math.max(0, first - start));
      while (found.hasNext()) {
        long row = start + Integer.toUnsignedLong(found.next());
        if (row >= first + count) {
          break;
        }
        int bit = (int) (row - first);
        rows[bit >> 6] &= ~(1L << bit);
      }
    }
  }

  /** Portable bytes; run-length encoded where that is shorter. */
  public byte[] toBytes() {
    int length = COUNT_BYTES;
    for (RoaringBitmap part : parts.values()) {
      part.runOptimize();
      length = Math.addExact(length, KEY_BYTES + part.serializedSizeInBytes());
    }
    ByteBuffer out = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
    out.putLong(parts.size());
    parts.forEach(
        (key, part) -> {
          out.putInt(key);
          part.serialize(out);
        });
    return out.array();
  }

  /**
   * Reads {@link #toBytes}. The memory it takes is bounded by the number of bytes.
   *
   * @throws MalformedDataException if they are something else
   */
  public static RowBitmap of(byte[] bytes) {
    ByteBuffer in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    RowBitmap read = new RowBitmap();
    try {
      long count = in.getLong();
      for (long i = 0; i < count; i++) {
        int key = in.getInt();
        if (key < 0 || !read.parts.isEmpty() && key <= read.parts.lastKey()) {
          throw new MalformedDataException("upper halves of row numbers do not ascend: " + key);
        }
        ByteBuffer bytesOfPart = in.slice().order(ByteOrder.LITTLE_ENDIAN);
        RoaringBitmap part = new RoaringBitmap();
        if (RoaringFormat.isValid(in)) {
          part.deserialize(bytesOfPart);
        }
        if (part.isEmpty()) {
          throw new MalformedDataException("the bitmap of upper half " + key + " is malformed");
        }
        read.parts.put(key, part);
      }
    } catch (IOException | RuntimeException e) {
      if (e instanceof MalformedDataException m) {
        throw m;
      }
      // The library throws different ones for bytes that end too early.
      throw new MalformedDataException("malformed bitmap: " + e.getMessage(), e);
    }
    if (read.end() < 0) {
      throw new MalformedDataException("row number " + Long.MAX_VALUE + ", which no file has");
    }
    if (in.hasRemaining()) {
      throw new MalformedDataException(in.remaining() + " bytes after the bitmap");
    }
    return read;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RowBitmap b && parts.equals(b.parts);
  }

  @Override
  public int hashCode() {
    return parts.hashCode();
  }

  @Override
  public String toString() {
    return parts.toString();
  }
}
