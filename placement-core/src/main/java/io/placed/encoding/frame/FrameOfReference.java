package io.placed.encoding.frame;

import io.placed.bytes.ByteReader;
import io.placed.bytes.ByteWriter;
import io.placed.bytes.LittleEndian;
import io.placed.encoding.kernel.BitPacking;
import io.placed.encoding.spi.ExceptionPositions;
import io.placed.encoding.values.IntegerValues;
import io.placed.encoding.values.PageValues;
import io.placed.error.MalformedDataException;
import java.util.Arrays;

/**
 * Integers as bit-packed differences to a base per vector of 1,024 values, with exceptions that are
 * stored separately. See {@link FrameOfReferenceEncoding} for the grammar.
 */
public final class FrameOfReference {
  private FrameOfReference() {}

  /** How each vector is packed. */
  public record Plan(long[] bases, byte[] widths, int[] exceptions, long bytes) {
    public int maxWidth() {
      int max = 0;
      for (byte w : widths) {
        max = Math.max(max, w);
      }
      return max;
    }

    long exceptionCount() {
      return Arrays.stream(exceptions).asLongStream().sum();
    }
  }

  /** The plan of an array of integers. */
  public static Plan plan(IntegerValues values) {
    return values.plan(
        Plan.class, () -> plan(values.values(), values.count(), values.elementBytes()));
  }

  public static Plan plan(long[] values, int n, int elementBytes) {
    int vectors = BitPacking.vectors(n);
    Plan plan = new Plan(new long[vectors], new byte[vectors], new int[vectors], 0);
    int[] low = new int[65];
    int[] high = new int[65];
    long bytes = 1;
    for (int v = 0; v < vectors; v++) {
      int from = v << 10;
      int count = Math.min(BitPacking.VECTOR, n - from);
      bytes += planVector(values, from, count, elementBytes, v, plan, low, high);
    }
    return new Plan(plan.bases, plan.widths, plan.exceptions, bytes);
  }

  private static long planVector(
      long[] values, int from, int n, int elementBytes, int v, Plan plan, int[] low, int[] high) {
    FrameSearch search = new FrameSearch(values, from, n, elementBytes, low, high);
    search.run();
    plan.bases[v] = search.base;
    plan.widths[v] = (byte) search.width;
    plan.exceptions[v] = search.exceptions;
    return BitPacking.packedBytes(n, search.width)
        + (long) search.exceptions * (2 + elementBytes)
        + elementBytes
        + 3;
  }

  static String encode(long[] values, int n, int elementBytes, Plan plan, ByteWriter out) {
    int vectors = BitPacking.vectors(n);
    out.u8(FrameOfReferenceEncoding.ID);
    for (int v = 0; v < vectors; v++) {
      integer(plan.bases[v], elementBytes, out);
    }
    for (int v = 0; v < vectors; v++) {
      out.u8(plan.widths[v]);
    }
    for (int v = 0; v < vectors; v++) {
      out.u16(plan.exceptions[v]);
    }
    for (int v = 0; v < vectors; v++) {
      int count = Math.min(BitPacking.VECTOR, n - (v << 10));
      int at = out.reserve(BitPacking.packedBytes(count, plan.widths[v]));
      BitPacking.pack(values, v << 10, count, plan.widths[v], plan.bases[v], out.array(), at);
    }
    exceptions(values, n, plan, -1, out);
    exceptions(values, n, plan, elementBytes, out);
    return describe(plan.maxWidth(), plan.exceptionCount());
  }

  /** Writes positions ({@code elementBytes} is -1) or values. */
  private static void exceptions(
      long[] values, int n, Plan plan, int elementBytes, ByteWriter out) {
    for (int v = 0; v < plan.exceptions.length; v++) {
      if (plan.exceptions[v] == 0) {
        continue;
      }
      int from = v << 10;
      int end = Math.min(from + BitPacking.VECTOR, n);
      int width = plan.widths[v];
      for (int i = from; i < end; i++) {
        if (PageValues.bits(values[i] - plan.bases[v]) > width) {
          if (elementBytes < 0) {
            out.u16(i - from);
          } else {
            integer(values[i], elementBytes, out);
          }
        }
      }
    }
  }

  private static void integer(long value, int elementBytes, ByteWriter out) {
    if (elementBytes == 4) {
      out.u32((int) value);
    } else {
      out.u64(value);
    }
  }

  static String describe(int maxWidth, long exceptions) {
    return "for(" + maxWidth + (exceptions == 0 ? ")" : ", " + exceptions + " exceptions)");
  }

  /** Offsets of the parts of an encoded array. */
  static final class Layout {
    final byte[] bytes;
    final int n;
    final int basesAt;
    final int widthsAt;
    final int countsAt;

    /** Offset of the packed values of each vector. */
    final int[] packedAt;

    /** Number of exceptions before each vector, plus the total at the end. */
    final int[] exceptionsBefore;

    final int positionsAt;
    final int valuesAt;

    Layout(ByteReader in, int n, int elementBytes) {
      this.n = n;
      bytes = in.array();
      int vectors = BitPacking.vectors(n);
      basesAt = in.skip((long) vectors * elementBytes, "bases");
      widthsAt = in.skip(vectors, "widths");
      countsAt = in.skip(2L * vectors, "exception counts");
      packedAt = new int[vectors];
      exceptionsBefore = new int[vectors + 1];
      for (int v = 0; v < vectors; v++) {
        int count = Math.min(BitPacking.VECTOR, n - (v << 10));
        int width = bytes[widthsAt + v];
        int exceptions = LittleEndian.getU16(bytes, countsAt + 2 * v);
        if (width < 0 || width > elementBytes * 8 || exceptions > count) {
          throw new MalformedDataException(
              "vector " + v + " has width " + width + " and " + exceptions + " exceptions");
        }
        packedAt[v] = in.skip(BitPacking.packedBytes(count, width), "packed values");
        exceptionsBefore[v + 1] = exceptionsBefore[v] + exceptions;
      }
      int exceptions = exceptionsBefore[vectors];
      positionsAt = in.skip(2L * exceptions, "exception positions");
      valuesAt = in.skip((long) elementBytes * exceptions, "exception values");
    }

    int width(int v) {
      return bytes[widthsAt + v];
    }

    /** Position in its vector of exception k. */
    int position(int k, int v) {
      return ExceptionPositions.position(bytes, positionsAt, k, exceptionsBefore[v], v, n);
    }

    String describe() {
      int max = 0;
      for (int v = 0; v < packedAt.length; v++) {
        max = Math.max(max, width(v));
      }
      return FrameOfReference.describe(max, exceptionsBefore[packedAt.length]);
    }
  }
}
