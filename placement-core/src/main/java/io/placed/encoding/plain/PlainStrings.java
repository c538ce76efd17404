package io.placed.encoding.plain;

import io.placed.bytes.ByteReader;
import io.placed.encoding.kernel.BitPacking;
import io.placed.encoding.spi.BytesDecoder;
import io.placed.encoding.spi.DecodeContext;
import io.placed.encoding.spi.IntDecoder;
import io.placed.encoding.spi.Matching;
import io.placed.error.MalformedDataException;
import io.placed.vector.BytesColumn;
import io.placed.vector.match.BytesMatch;

/** Byte strings of {@link Plain}. */
final class PlainStrings implements BytesDecoder {
  private final byte[] bytes;
  private final IntDecoder lengths;

  /** Start of the bytes of each vector, and the end of the last one. */
  private final int[] vectorStarts;

  private int[] lengthScratch;

  PlainStrings(DecodeContext context, int n) {
    ByteReader in = context.in();
    lengths = context.ints(n);
    bytes = in.array();
    int vectors = BitPacking.vectors(n);
    vectorStarts = new int[vectors + 1];
    int[] scratch = new int[Math.min(n, BitPacking.VECTOR)];
    long total = 0;
    for (int v = 0; v < vectors; v++) {
      int count = Math.min(BitPacking.VECTOR, n - (v << 10));
      lengths.decode(v << 10, count, scratch, 0);
      int negative = 0;
      for (int i = 0; i < count; i++) {
        negative |= scratch[i];
        total += scratch[i];
      }
      if (negative < 0 || total > in.remaining()) {
        throw new MalformedDataException(
            "the lengths of the values are negative or more than the bytes that are left");
      }
      vectorStarts[v + 1] = (int) total;
    }
    int start = in.skip(total, "values");
    for (int v = 0; v <= vectors; v++) {
      vectorStarts[v] += start;
    }
  }

  @Override
  public void decode(int from, int count, BytesColumn target) {
    int i = target.size();
    target.setSize(i + count);
    int[] outStarts = target.starts();
    int[] outLengths = target.lengths();
    lengths.decode(from, count, outLengths, i);
    int length = 0;
    for (int k = i; k < i + count; k++) {
      length += outLengths[k];
    }
    byte[] arena = target.reserveArena(length);
    int at = target.arenaSize();
    System.arraycopy(bytes, vectorStarts[from >>> 10], arena, at, length);
    target.addArenaBytes(length);
    for (int k = i; k < i + count; k++) {
      outStarts[k] = at;
      at += outLengths[k];
    }
  }

  /** Copies only the selected bytes. */
  @Override
  public void select(int from, int[] positions, int n, BytesColumn target) {
    if (n == 0) {
      return;
    }
    int[] length = lengths(from, positions[n - 1] + 1);
    int total = 0;
    for (int k = 0; k < n; k++) {
      total += length[positions[k]];
    }
    byte[] arena = target.reserveArena(total);
    int to = target.arenaSize();
    int first = target.size();
    target.setSize(first + n);
    int at = vectorStarts[from >>> 10];
    int i = 0;
    for (int k = 0; k < n; k++) {
      for (; i < positions[k]; i++) {
        at += length[i];
      }
      System.arraycopy(bytes, at, arena, to, length[i]);
      target.starts()[first + k] = to;
      target.lengths()[first + k] = length[i];
      to += length[i];
    }
    target.addArenaBytes(total);
  }

  /** Compares the bytes in place. */
  @Override
  public void filter(int from, int count, BytesMatch match, long[] bits, int word) {
    int[] length = lengths(from, count);
    Matching.fill(bits, word, count, false);
    int at = vectorStarts[from >>> 10];
    for (int i = 0; i < count; i++) {
      int end = at + length[i];
      bits[word + (i >>> 6)] |= (match.test(bytes, at, end) ? 1L : 0) << i;
      at = end;
    }
  }

  /** The lengths of values of one vector; all were checked when the array was opened. */
  private int[] lengths(int from, int count) {
    if (lengthScratch == null) {
      lengthScratch = new int[BitPacking.VECTOR];
    }
    lengths.decode(from, count, lengthScratch, 0);
    return lengthScratch;
  }

  @Override
  public String describe() {
    return "plain/" + lengths.describe();
  }
}
