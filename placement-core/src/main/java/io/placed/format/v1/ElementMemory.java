package io.placed.format.v1;

import io.placed.error.MalformedDataException;
import io.placed.schema.Field;
import io.placed.schema.Storage;
import io.placed.schema.Type;
import io.placed.vector.Column;
import io.placed.vector.ListColumn;
import io.placed.vector.MapColumn;
import io.placed.vector.StructColumn;

/**
 * Bounds the memory of values below lists and maps (section 6 of {@code docs/spec/file.md}). There
 * a page is decoded as a whole, and equal values take almost no bytes: without a bound a few
 * hundred bytes could require any amount of memory. Rows need no bound, since they are returned in
 * small batches.
 */
public final class ElementMemory {
  private ElementMemory() {}

  /** Bits of a value of a node, without its children. */
  public static int bits(Type type) {
    return switch (type.storage()) {
      case BITS, NONE -> 1;
      case INT, FLOAT, LENGTHS -> 32;
      case LONG, DOUBLE, BYTES -> 64;
      case INT128 -> 128;
    };
  }

  /** The same including the fields of structs, which have one value per struct. */
  static long bitsWithFields(Type type) {
    long sum = bits(type);
    if (type.storage() == Storage.NONE) {
      for (Field f : type.children()) {
        sum += bitsWithFields(f.type());
      }
    }
    return sum;
  }

  /** Bytes of the elements below values [from, from + count) of a column. */
  public static long of(Column column, int from, int count) {
    return sum(column, from, count, false) / 8;
  }

  private static long sum(Column column, int from, int count, boolean repeated) {
    long bits = repeated ? (long) count * bits(column.type()) : 0;
    if (column instanceof StructColumn s) {
      for (Column child : s.children()) {
        bits += sum(child, from, count, repeated);
      }
    } else if (column instanceof ListColumn l) {
      int start = l.offsets()[from];
      bits += sum(l.elements(), start, l.offsets()[from + count] - start, true);
    } else if (column instanceof MapColumn m) {
      int start = m.offsets()[from];
      int pairs = m.offsets()[from + count] - start;
      bits += sum(m.keys(), start, pairs, true) + sum(m.values(), start, pairs, true);
    }
    return bits;
  }

  /**
   * The memory of values beyond what their encoded size allows.
   *
   * @param rawBytes encoded size of the values, before compression
   */
  public static long excess(long bytes, long rawBytes) {
    return Math.max(0, bytes - FormatV1.ELEMENT_BYTES_PER_RAW_BYTE * rawBytes);
  }

  /**
   * @param excess sum over the nodes of one page
   * @throws MalformedDataException if it exceeds the limit
   */
  public static void check(long excess) {
    if (excess > FormatV1.MAX_ELEMENT_BYTES) {
      throw new MalformedDataException(
          "the elements of lists and maps in one page take "
              + excess
              + " bytes of memory more than their encoded size allows, at most "
              + FormatV1.MAX_ELEMENT_BYTES
              + " are allowed");
    }
  }
}
