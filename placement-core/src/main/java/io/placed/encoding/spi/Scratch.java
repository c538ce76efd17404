package io.placed.encoding.spi;

import io.placed.bytes.Growth;
import io.placed.encoding.kernel.ConversionKernels;
import java.util.ArrayList;
import java.util.List;

/**
 * Arrays that decoders need while their page is read. Pages of one column request the same arrays
 * in the same order, so the k-th request of a page gets the array of the k-th request of the
 * previous page if it is long enough. The initial content is undefined.
 */
public final class Scratch {
  private final List<int[]> ints = new ArrayList<>();
  private final List<long[]> longs = new ArrayList<>();
  private final List<float[]> floats = new ArrayList<>();
  private final List<double[]> doubles = new ArrayList<>();
  private ConversionKernels conversions;
  private int usedInts;
  private int usedLongs;
  private int usedFloats;
  private int usedDoubles;

  /**
   * Makes all arrays available again. The decoders of the previous page must not be used any more.
   */
  void reset() {
    usedInts = 0;
    usedLongs = 0;
    usedFloats = 0;
    usedDoubles = 0;
  }

  /** An array of length n or more. */
  int[] ints(int n) {
    int k = usedInts++;
    if (k == ints.size()) {
      ints.add(new int[n]);
    } else if (ints.get(k).length < n) {
      ints.set(k, new int[grown(ints.get(k).length, n)]);
    }
    return ints.get(k);
  }

  /** An array of length n or more. */
  long[] longs(int n) {
    int k = usedLongs++;
    if (k == longs.size()) {
      longs.add(new long[n]);
    } else if (longs.get(k).length < n) {
      longs.set(k, new long[grown(longs.get(k).length, n)]);
    }
    return longs.get(k);
  }

  /** An array of length n or more. */
  float[] floats(int n) {
    int k = usedFloats++;
    if (k == floats.size()) {
      floats.add(new float[n]);
    } else if (floats.get(k).length < n) {
      floats.set(k, new float[grown(floats.get(k).length, n)]);
    }
    return floats.get(k);
  }

  /** An array of length n or more. */
  double[] doubles(int n) {
    int k = usedDoubles++;
    if (k == doubles.size()) {
      doubles.add(new double[n]);
    } else if (doubles.get(k).length < n) {
      doubles.set(k, new double[grown(doubles.get(k).length, n)]);
    }
    return doubles.get(k);
  }

  /** Kernels, whose own scratch space is reused too. */
  ConversionKernels conversions() {
    if (conversions == null) {
      conversions = ConversionKernels.create();
    }
    return conversions;
  }

  /** A quarter more than needed, because the number of runs varies slightly from page to page. */
  private static int grown(int old, int needed) {
    return Math.max(old, (int) Math.min(Growth.MAX, needed + ((long) needed / 4)));
  }
}
