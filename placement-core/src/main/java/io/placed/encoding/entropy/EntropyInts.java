package io.placed.encoding.entropy;

import io.placed.encoding.kernel.BitPacking;
import io.placed.encoding.spi.DecodeContext;
import io.placed.encoding.spi.IntDecoder;
import io.placed.encoding.spi.Matching;
import io.placed.vector.match.LongMatch;

/** Decodes 32-bit integers; see {@link EntropyEncoding}. */
final class EntropyInts implements IntDecoder {
  private final DecodeContext context;
  private final EntropyPage page;
  private final int[] lowers;
  private final boolean consecutive;

  /** The vector that was decoded last for a selection or a filter. */
  private int[] decoded;

  private int decodedFrom = -1;
  private int decodedCount;

  EntropyInts(DecodeContext context, int n) {
    this.context = context;
    page = new EntropyPage(context, n, 4);
    long[] wide = page.bins.lowers();
    lowers = new int[wide.length];
    for (int j = 0; j < lowers.length; j++) {
      lowers[j] = (int) wide[j];
    }
    consecutive = page.consecutive();
  }

  @Override
  public void decode(int from, int count, int[] out, int outOffset) {
    for (int done = 0; done < count; done += BitPacking.VECTOR) {
      int n = Math.min(BitPacking.VECTOR, count - done);
      vector(from + done >>> 10, n, out, outOffset + done);
    }
  }

  private void vector(int v, int n, int[] out, int at) {
    int width = page.bins.width();
    if (width == 0) {
      withoutOffsets(v, n, out, at);
      return;
    }
    int[] entries = page.entries(v, n);
    if (page.mixed) {
      BinOffsets.ints(
          page.bytes,
          page.offsetsAt(v),
          page.offsetBytes(v),
          n,
          page.whole(v, n),
          entries,
          lowers,
          page.bins.widths(),
          page.maxWidth,
          out,
          at);
      return;
    }
    BitPacking.unpack(page.bytes, page.offsetsAt(v), n, width, 0, out, at);
    for (int i = 0; i < n; i++) {
      out[at + i] += lowers[entries[i] >>> DecodingTable.BIN_SHIFT & DecodingTable.BIN_MASK];
    }
  }

  /** If possible in place, so that the compiler can use vector instructions. */
  private void withoutOffsets(int v, int n, int[] out, int at) {
    boolean inPlace = n % DecodingTable.STATES == 0;
    int[] to = out;
    int start = at;
    if (inPlace) {
      page.decode(v, n, out, at);
    } else {
      to = page.entries(v, n);
      start = 0;
    }
    if (consecutive) {
      int base = lowers[0];
      for (int i = start; i < start + n; i++) {
        to[i] = (to[i] >>> DecodingTable.BIN_SHIFT & DecodingTable.BIN_MASK) + base;
      }
    } else {
      for (int i = start; i < start + n; i++) {
        to[i] = lowers[to[i] >>> DecodingTable.BIN_SHIFT & DecodingTable.BIN_MASK];
      }
    }
    if (!inPlace) {
      System.arraycopy(to, 0, out, at, n);
    }
  }

  @Override
  public void select(int from, int[] positions, int n, int[] out, int outOffset) {
    if (n > 0) {
      Matching.gather(decoded(from, positions[n - 1] + 1), positions, n, out, outOffset);
    }
  }

  @Override
  public void filter(int from, int count, LongMatch match, long[] bits, int word) {
    LongMatch accepted = page.bins(match);
    if (accepted == null) {
      Matching.ints(decoded(from, count), count, match, bits, word);
    } else {
      page.filter(from >>> 10, count, accepted, bits, word);
    }
  }

  private int[] decoded(int from, int count) {
    if (decoded == null) {
      decoded = context.intArray(BitPacking.VECTOR);
    }
    if (decodedFrom != from || decodedCount < count) {
      decodedFrom = -1;
      decode(from, count, decoded, 0);
      decodedFrom = from;
      decodedCount = count;
    }
    return decoded;
  }

  @Override
  public String describe() {
    return page.describe();
  }
}
