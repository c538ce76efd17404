package io.placed.encoding.entropy;

import io.placed.encoding.kernel.BitPacking;
import io.placed.encoding.spi.DecodeContext;
import io.placed.encoding.spi.LongDecoder;
import io.placed.encoding.spi.Matching;
import io.placed.vector.match.LongMatch;
import javax.annotation.processing.Generated;

/**
 * Decodes 64-bit integers; see {@link EntropyEncoding}.
 *
 * <p>Written from entropy/Entropy.java.template: do not edit.
 */
@Generated("io.placed.generator.DecoderSources")
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
    lowers = page.bins.longLowers();
  }

  @Override
  public void decode(int from, int count, long[] out, int outOffset) {
    for (int done = 0; done < count; done += BitPacking.VECTOR) {
      int n = Math.min(BitPacking.VECTOR, count - done);
      vector(from + done >>> 10, n, out, outOffset + done);
    }
  }

  private void vector(int v, int n, long[] out, int at) {
    int width = page.bins.width();
    if (width == 0) {
      page.lowers(v, n, lowers, out, at);
      return;
    }
    int[] entries = page.entries(v, n);
    if (page.mixed) {
      mixed(v, n, entries, out, at);
      return;
    }
    BitPacking.unpack(page.bytes, page.offsetsAt(v), n, width, (long) 0, out, at);
    for (int i = 0; i < n; i++) {
      out[at + i] += lowers[entries[i] >>> DecodingTable.BIN_SHIFT & DecodingTable.BIN_MASK];
    }
  }

  /**
   * The offsets of bins of different widths are bits that are read from the end. The bins are known
   * before, so the place of an offset is the sum of widths, and reads do not wait for each other.
   */
  private void mixed(int v, int n, int[] entries, long[] out, int at) {
    byte[] in = page.bytes;
    int start = page.offsetsAt(v);
    int bytes = page.offsetBytes(v);
    byte[] widths = page.bins.widths();
    long[] lowers = this.lowers;
    int p = bytes << 3;
    int i = 0;
    if (page.maxWidth <= BinOffsets.PAIR_BITS) {
      for (; i + 1 < n; i += 2) {
        BinOffsets.checkStart(p, bytes);
        long w = DecodingTable.at(in, start, p);
        int bin = entries[i] >>> DecodingTable.BIN_SHIFT & DecodingTable.BIN_MASK;
        int width = widths[bin];
        out[at + i] = lowers[bin] + (long) (w >>> 1 >>> ~width);
        bin = entries[i + 1] >>> DecodingTable.BIN_SHIFT & DecodingTable.BIN_MASK;
        w <<= width;
        p -= width;
        width = widths[bin];
        out[at + i + 1] = lowers[bin] + (long) (w >>> 1 >>> ~width);
        p -= width;
      }
    }
    for (; i < n; i++) {
      BinOffsets.checkStart(p, bytes);
      int bin = entries[i] >>> DecodingTable.BIN_SHIFT & DecodingTable.BIN_MASK;
      int width = widths[bin];
      long offset =
          width <= BinOffsets.READ_BITS
              ? DecodingTable.at(in, start, p) >>> 1 >>> ~width
              : BinOffsets.wide(in, start, bytes, p, width);
      out[at + i] = lowers[bin] + (long) offset;
      p -= width;
    }
    BinOffsets.checkEnd(p, page.whole(v, n), bytes);
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
