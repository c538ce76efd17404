package io.placed.encoding.runlength;

import io.placed.bytes.ByteReader;
import io.placed.encoding.kernel.BitPacking;
import io.placed.encoding.spi.DecodeContext;
import io.placed.encoding.spi.IntDecoder;
import io.placed.encoding.spi.Matching;
import io.placed.error.MalformedDataException;
import io.placed.vector.Bits;
import java.util.Arrays;
import java.util.function.Consumer;

/** The ends of the runs of {@link RunLengthEncoding}. */
final class Runs {
  final int[] ends;

  /** Number of runs; the arrays may be longer. */
  final int count;

  private final IntDecoder lengths;
  private int last;
  private int[] selected;

  /** Reads the number of runs of n values. */
  static int count(ByteReader in, int n) {
    return in.u32(n == 0 ? 0 : 1, n, "number of runs");
  }

  Runs(DecodeContext context, int runs, int n) {
    lengths = context.ints(runs);
    count = runs;
    ends = context.intArray(runs);
    lengths.decode(0, runs, ends, 0);
    long total = 0;
    for (int r = 0; r < runs; r++) {
      if (ends[r] < 1) {
        throw new MalformedDataException("run " + r + " has " + ends[r] + " values");
      }
      total += ends[r];
      if (total > n) {
        break;
      }
      ends[r] = (int) total;
    }
    if (total != n) {
      throw new MalformedDataException("runs of " + total + " values or more, expected " + n);
    }
  }

  /** The run that contains a position; fast if it is near the previous one. */
  int find(int position) {
    int r = last;
    if (r < count && position < ends[r] && (r == 0 || position >= ends[r - 1])) {
      return r;
    }
    r = Arrays.binarySearch(ends, 0, count, position);
    return r >= 0 ? r + 1 : ~r;
  }

  /** Sets the run at which the next search starts. */
  void reached(int run) {
    last = run;
  }

  /** The runs that contain the given positions of a vector. */
  int[] runsOf(int from, int[] positions, int n) {
    if (selected == null) {
      selected = new int[BitPacking.VECTOR];
    }
    int run = n == 0 ? 0 : find(from);
    for (int k = 0; k < n; k++) {
      int p = from + positions[k];
      while (ends[run] <= p) {
        run++;
      }
      selected[k] = run;
    }
    reached(run);
    return selected;
  }

  /**
   * Expands one bit per run to the values of a vector. As in {@link RunLengthBooleans}, a bit is
   * set wherever the value changes; then each value is the parity of the changes up to it.
   */
  void spread(long[] heads, int from, int n, long[] bits, int word) {
    int words = Bits.words(n);
    Arrays.fill(bits, word, word + words, 0);
    int end = from + n;
    int run = find(from);
    long last = heads[run >>> 6] >>> run & 1;
    long before = -last;
    for (; ends[run] < end; run++) {
      int p = ends[run] - from;
      long next = heads[run + 1 >>> 6] >>> run + 1 & 1;
      bits[word + (p >>> 6)] ^= (next ^ last) << p;
      last = next;
    }
    reached(run);
    for (int w = word; w < word + words; w++) {
      long x = bits[w];
      x ^= x << 1;
      x ^= x << 2;
      x ^= x << 4;
      x ^= x << 8;
      x ^= x << 16;
      x ^= x << 32;
      x ^= before;
      bits[w] = x;
      before = x >> 63;
    }
    Matching.cutOff(bits, word, n);
  }

  /** The runs whose values match, as bits. */
  long[] heads(Consumer<long[]> test) {
    long[] heads = new long[Bits.words(count)];
    test.accept(heads);
    return heads;
  }

  String describe(String values) {
    return "runs(" + count + ")/" + lengths.describe() + "," + values;
  }
}
