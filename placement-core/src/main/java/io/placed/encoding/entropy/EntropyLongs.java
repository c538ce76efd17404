package io.placed.encoding.entropy;

import io.placed.encoding.kernel.BitPacking;
import io.placed.encoding.spi.DecodeContext;
import io.placed.encoding.spi.LongDecoder;
import io.placed.encoding.spi.Matching;
import io.placed.vector.match.LongMatch;

/** Decodes 64-bit integers; see {@link EntropyEncoding}. */
final class EntropyLongs implements LongDecoder {
  private final DecodeContext context;
  private final EntropyPage page;
  private final long[] lowers;

  /** The vector that was decoded last for a selection or a filter. */
  private long[] decoded;

  private int decodedFrom = -1;
  private int decodedCount;

  EntropyLongs(DecodeContext context, int n) {
    this.context = context;
    page = new EntropyPage(context, n, 8);
    lowers = page.bins.lowers();
  }

  @Override
  public void decode(int from, int count, long[] out, int outOffset) {
    for (int done = 0; done < count; done += BitPacking.VECTOR) {
      int n = Math.min(BitPacking.VECTOR, count - done);
      vector(from + done >>> 10, n, out, outOffset + done);
    }
  }

  private void vector(int v, int n, long[] out, int at) {
    int[] entries = page.entries(v, n);
    if (page.mixed) {
      BinOffsets.longs(
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
    int width = page.bins.width();
    if (width == 0) {
      for (int i = 0; i < n; i++) {
        out[at + i] = lowers[entries[i] >>> DecodingTable.BIN_SHIFT & DecodingTable.BIN_MASK];
      }
      return;
    }
    BitPacking.unpack(page.bytes, page.offsetsAt(v), n, width, 0L, out, at);
    for (int i = 0; i < n; i++) {
      out[at + i] += lowers[entries[i] >>> DecodingTable.BIN_SHIFT & DecodingTable.BIN_MASK];
    }
  }

  @Override
  public void select(int from, int[] positions, int n, long[] out, int outOffset) {
    if (n > 0) {
      Matching.gather(decoded(from, positions[n - 1] + 1), positions, n, out, outOffset);
    }
  }

  @Override
  public void filter(int from, int count, LongMatch match, long[] bits, int word) {
    LongMatch accepted = page.bins(match);
    if (accepted == null) {
      Matching.longs(decoded(from, count), count, match, bits, word);
    } else {
      page.filter(from >>> 10, count, accepted, bits, word);
    }
  }

  private long[] decoded(int from, int count) {
    if (decoded == null) {
      decoded = context.longArray(BitPacking.VECTOR);
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
