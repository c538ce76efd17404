package io.placed.encoding.entropy;

import io.placed.bytes.ByteReader;
import io.placed.bytes.LittleEndian;
import io.placed.encoding.kernel.BitPacking;
import io.placed.encoding.spi.DecodeContext;
import io.placed.encoding.spi.MatchCache;
import io.placed.encoding.spi.Matching;
import io.placed.vector.match.LongMatch;

/** The parts of an encoded array, for either storage. */
final class EntropyPage {
  final byte[] bytes;
  final Bins bins;
  final boolean mixed;
  final int maxWidth;

  private final DecodeContext context;
  private final int n;
  private final int bitsAt;
  private final int offsetBytesAt;
  private final int[] offsetsAt;
  private final int[] statesAt;
  private final int maxEntries;
  private final MatchCache<LongMatch> found = new MatchCache<>();
  private DecodingTable table;
  private int[] entries;

  EntropyPage(DecodeContext context, int n, int elementBytes) {
    this.context = context;
    this.n = n;
    ByteReader in = context.in();
    bytes = in.array();
    bins = Bins.read(in, elementBytes);
    mixed = bins.width() == EntropyEncoding.MIXED;
    maxWidth = bins.maxWidth();
    int vectors = BitPacking.vectors(n);
    bitsAt = in.skip(2L * vectors, "bits of the states");
    offsetBytesAt = mixed ? in.skip(2L * vectors, "bytes of the offsets") : 0;
    offsetsAt = new int[vectors];
    statesAt = new int[vectors];
    for (int v = 0; v < vectors; v++) {
      int offsets = mixed ? offsetBytes(v) : BitPacking.packedBytes(count(v), bins.width());
      offsetsAt[v] = in.skip(offsets, "offsets");
      statesAt[v] = in.skip(bits(v) + 7 >>> 3, "states");
    }
    maxEntries = Math.min(BitPacking.VECTOR, n + DecodingTable.STATES - 1 & -DecodingTable.STATES);
  }

  /** Values of a vector. */
  private int count(int v) {
    return Math.min(BitPacking.VECTOR, n - (v << 10));
  }

  private int bits(int v) {
    return LittleEndian.getU16(bytes, bitsAt + 2 * v);
  }

  int offsetBytes(int v) {
    return LittleEndian.getU16(bytes, offsetBytesAt + 2 * v);
  }

  int offsetsAt(int v) {
    return offsetsAt[v];
  }

  boolean whole(int v, int count) {
    return count == count(v);
  }

  /** The table entries of the first values of a vector; overwritten by the next call. */
  int[] entries(int v, int count) {
    if (entries == null) {
      entries = context.intArray(maxEntries);
    }
    decode(v, count, entries, 0);
    return entries;
  }

  /**
   * Writes the table entries of the first values of a vector.
   *
   * @param out has room for a multiple of eight numbers
   */
  void decode(int v, int count, int[] out, int outOffset) {
    if (table == null) {
      table = new DecodingTable(bins, context.intArray(1 << bins.log()));
    }
    int rounds = rounds(count);
    boolean last = rounds == rounds(count(v));
    table.decode(bytes, statesAt[v], bits(v), rounds, last, out, outOffset);
  }

  /** Writes the smallest values of the bins of the first values of a vector. */
  void lowers(int v, int count, long[] lowers, long[] out, int at) {
    int[] of = entries(v, count);
    for (int i = 0; i < count; i++) {
      out[at + i] = lowers[of[i] >>> DecodingTable.BIN_SHIFT & DecodingTable.BIN_MASK];
    }
  }

  /** The same; if possible in place, so that the compiler can use vector instructions. */
  void lowers(int v, int count, int[] lowers, int[] out, int at) {
    boolean inPlace = count % DecodingTable.STATES == 0;
    int[] to = out;
    int start = at;
    if (inPlace) {
      decode(v, count, out, at);
    } else {
      to = entries(v, count);
      start = 0;
    }
    int last = lowers.length - 1;
    int base = lowers[0];
    if ((long) lowers[last] - base == last) {
      for (int i = start; i < start + count; i++) {
        to[i] = (to[i] >>> DecodingTable.BIN_SHIFT & DecodingTable.BIN_MASK) + base;
      }
    } else {
      for (int i = start; i < start + count; i++) {
        to[i] = lowers[to[i] >>> DecodingTable.BIN_SHIFT & DecodingTable.BIN_MASK];
      }
    }
    if (!inPlace) {
      System.arraycopy(to, 0, out, at, count);
    }
  }

  private static int rounds(int count) {
    return (count + DecodingTable.STATES - 1) / DecodingTable.STATES;
  }

  /** The bins that a match accepts; null if it cuts a bin in two. */
  LongMatch bins(LongMatch match) {
    return found.get(match, this::accepted);
  }

  private LongMatch accepted(LongMatch match) {
    if (match.isEmpty()) {
      return LongMatch.NONE;
    }
    if (!match.isInterval()) {
      return null;
    }
    int from = bins.count();
    int to = -1;
    for (int j = 0; j < bins.count(); j++) {
      long lower = bins.lowers()[j];
      int width = bins.widths()[j];
      long upper = width == 64 ? lower - 1 : lower + (1L << width) - 1;
      if (upper < lower) {
        return null;
      }
      boolean outside = upper < match.low() || lower > match.high();
      if (!outside && (lower < match.low() || upper > match.high())) {
        return null;
      }
      from = outside ? from : Math.min(from, j);
      to = outside ? to : j;
    }
    return to < 0 ? LongMatch.NONE : LongMatch.between(from, to);
  }

  /**
   * Computes which of the first values of a vector are in these bins; see {@link
   * io.placed.encoding.spi.IntDecoder#filter}.
   */
  void filter(int v, int count, LongMatch accepted, long[] bits, int word) {
    if (accepted.isEmpty()) {
      Matching.fill(bits, word, count, false);
    } else if (accepted.low() == 0 && accepted.high() == bins.count() - 1) {
      Matching.fill(bits, word, count, true);
    } else {
      int[] of = entries(v, count);
      for (int i = 0; i < count; i++) {
        of[i] = of[i] >>> DecodingTable.BIN_SHIFT & DecodingTable.BIN_MASK;
      }
      Matching.ints(of, count, accepted, bits, word);
    }
  }

  String describe() {
    return EntropyEncoding.describe(bins.count(), bins.log(), maxWidth);
  }
}
