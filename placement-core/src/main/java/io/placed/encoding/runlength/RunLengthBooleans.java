package io.placed.encoding.runlength;

import io.placed.bytes.ByteReader;
import io.placed.encoding.spi.BooleanDecoder;
import io.placed.encoding.spi.DecodeContext;
import io.placed.vector.Bits;
import java.util.Arrays;

/** Runs of booleans, whose values alternate. */
final class RunLengthBooleans implements BooleanDecoder {
  private final RunWindows runs;
  private final boolean first;

  RunLengthBooleans(DecodeContext context, int n) {
    ByteReader in = context.in();
    int count = Runs.count(in, n);
    first = in.bool("boolean");
    runs = new RunWindows(context, count, n);
  }

  @Override
  public void decode(int from, int count, long[] out) {
    if (count == 0) {
      return;
    }
    int words = Bits.words(count);
    Arrays.fill(out, 0, words, 0);
    int end = from + count;
    long before = first == ((runs.find(from) & 1) == 0) ? -1L : 0L;
    // Sets a bit wherever the value changes; then each value is the parity of the changes up to it.
    do {
      int[] ends = runs.ends();
      int run = runs.inWindow();
      int all = runs.windowCount();
      for (; run < all && ends[run] < end; run++) {
        int p = ends[run] - from;
        out[p >>> 6] ^= 1L << p;
      }
      runs.reached(run);
    } while (runs.nextWindow());
    for (int w = 0; w < words; w++) {
      long bits = out[w];
      bits ^= bits << 1;
      bits ^= bits << 2;
      bits ^= bits << 4;
      bits ^= bits << 8;
      bits ^= bits << 16;
      bits ^= bits << 32;
      bits ^= before;
      out[w] = bits;
      before = bits >> 63;
    }
  }

  @Override
  public String describe() {
    return "runs(" + runs.count() + ")";
  }
}
