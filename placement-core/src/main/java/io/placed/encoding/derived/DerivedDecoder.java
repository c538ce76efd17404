package io.placed.encoding.derived;

import io.placed.bytes.ByteReader;
import io.placed.bytes.LittleEndian;
import io.placed.encoding.kernel.BitPacking;
import io.placed.encoding.spi.DecodeContext;
import io.placed.encoding.spi.DoubleDecoder;
import io.placed.encoding.spi.ExceptionPositions;
import io.placed.encoding.spi.FloatDecoder;
import io.placed.encoding.spi.LongDecoder;
import io.placed.error.MalformedDataException;
import io.placed.schema.Storage;
import io.placed.vector.Bits;
import io.placed.vector.BytesColumn;
import io.placed.vector.Column;
import io.placed.vector.DoubleColumn;
import io.placed.vector.FloatColumn;
import io.placed.vector.IntColumn;
import io.placed.vector.LongColumn;
import java.util.List;

/** Decodes an array of a derived column; see {@link DerivedEncoding} for the grammar. */
public final class DerivedDecoder {
  private final int n;
  private final Derivation derivation;
  private final Storage storage;

  /** Null unless the function is a map. */
  private final ValueMap map;

  /** Null unless the values are byte strings. */
  private final StringCodes strings;

  private final LongDecoder factors;
  private final LongDecoder residuals;

  /**
   * Index of the first orphan and of the first exception of each vector, plus the total at the end.
   */
  private final int[] orphanStart;

  private final int[] exceptionStart;
  private final LongDecoder orphans;
  private final byte[] bytes;
  private final int positions;
  private final FloatDecoder floatExceptions;
  private final DoubleDecoder doubleExceptions;

  private long[] orphanValues;
  private float[] floatValues;
  private double[] doubleValues;
  private long[] integers = new long[BitPacking.VECTOR];
  private long[] work = new long[BitPacking.VECTOR];
  private long[] lost = new long[BitPacking.VECTOR / 64];

  public DerivedDecoder(DecodeContext context, int n, Storage storage, Derivation derivation) {
    ByteReader in = context.in();
    context.enter();
    this.n = n;
    this.derivation = derivation;
    this.storage = storage;
    map = derivation.function().isMap() ? new ValueMap(context, n) : null;
    strings = storage == Storage.BYTES ? new StringCodes(context, n) : null;
    factors = derivation.function().storesFactor() ? context.longs(n) : null;
    residuals = context.longs(n);
    int vectors = (int) (((long) n + BitPacking.VECTOR - 1) / BitPacking.VECTOR);
    orphanStart = starts(in, vectors, n, "orphans");
    exceptionStart = starts(in, vectors, n, "exceptions");
    orphans = context.longs(orphanStart[vectors]);
    if (map != null && orphanStart[vectors] > 0) {
      throw new MalformedDataException("a map has orphans");
    }
    int exceptions = exceptionStart[vectors];
    bytes = in.array();
    positions = in.skip(2L * exceptions, "positions of exceptions");
    if (exceptions > 0 && storage != Storage.FLOAT && storage != Storage.DOUBLE) {
      throw new MalformedDataException("a derived column of integers has exceptions");
    }
    floatExceptions =
        exceptions > 0 && storage == Storage.FLOAT ? context.floats(exceptions) : null;
    doubleExceptions =
        exceptions > 0 && storage == Storage.DOUBLE ? context.doubles(exceptions) : null;
    context.leave();
  }

  private static int[] starts(ByteReader in, int vectors, int n, String what) {
    int at = in.skip(2L * vectors, "numbers of " + what);
    int[] starts = new int[vectors + 1];
    for (int v = 0; v < vectors; v++) {
      int count = LittleEndian.getU16(in.array(), at + 2 * v);
      if (count > Math.min(BitPacking.VECTOR, n - v * BitPacking.VECTOR)) {
        throw new MalformedDataException("a vector has " + count + " " + what);
      }
      starts[v + 1] = starts[v] + count;
    }
    return starts;
  }

  /**
   * Overwrites the last n values of {@code target} with values [from, from + n); appends them if
   * they are byte strings.
   *
   * @param from a multiple of 1,024
   * @param present bit i is set if value i is not null; null if all are not null
   * @param parents with the values of the same rows
   */
  public void decode(int from, int n, long[] present, List<DerivedParent> parents, Column target) {
    if (integers.length < n) {
      integers = new long[n];
      work = new long[n];
      lost = new long[Bits.words(n)];
    }
    if (map == null) {
      compute(from, n, present, parents);
    } else {
      look(from, n, parents);
    }
    if (strings != null) {
      strings.append(integers, n, present, (BytesColumn) target);
      return;
    }
    int at = target.size() - n;
    switch (storage) {
      case INT -> {
        int[] out = ((IntColumn) target).values();
        for (int i = 0; i < n; i++) {
          out[at + i] = (int) integers[i];
        }
      }
      case LONG -> System.arraycopy(integers, 0, ((LongColumn) target).values(), at, n);
      case FLOAT -> {
        float[] out = ((FloatColumn) target).values();
        ScaledIntegers.write(integers, n, derivation.scale(), out, at);
        putExceptions(from, n, out, at);
      }
      default -> {
        double[] out = ((DoubleColumn) target).values();
        ScaledIntegers.write(integers, n, derivation.scale(), out, at);
        putExceptions(from, n, out, at);
      }
    }
  }

  /** Computes the integers of a function of integers. */
  private void compute(int from, int n, long[] present, List<DerivedParent> parents) {
    for (int p = 0; p < parents.size(); p++) {
      parents.get(p).read(n, derivation.parents().get(p).scale());
    }
    DerivedParent a = parents.get(0);
    DerivedParent b = parents.get(parents.size() - 1);
    long[] second = b.integers();
    if (factors != null) {
      second = work;
      factors.decode(from, n, work, 0);
    }
    derivation.apply(a.integers(), second, integers, n);
    addResiduals(from, n);
    putOrphans(from, n, present, a.usable(), b.usable());
  }

  /** Looks the integers up. There are no orphans, because null has a key. */
  private void look(int from, int n, List<DerivedParent> parents) {
    System.arraycopy(parents.get(0).keys(n), 0, work, 0, n);
    if (parents.size() > 1) {
      ParentKeys.join(work, parents.get(1).keys(n), n);
    }
    map.get(work, n, integers);
    addResiduals(from, n);
  }

  private void addResiduals(int from, int n) {
    residuals.decode(from, n, work, 0);
    for (int i = 0; i < n; i++) {
      integers[i] += work[i];
    }
  }

  private void putOrphans(int from, int n, long[] present, long[] usableA, long[] usableB) {
    int v = from / BitPacking.VECTOR;
    int vectors = (n + BitPacking.VECTOR - 1) / BitPacking.VECTOR;
    if (usableA == null && usableB == null) {
      // Of a vector of which only a part is requested, the other rows may have orphans.
      int known = from + n == this.n ? vectors : n / BitPacking.VECTOR;
      if (orphanStart[v + known] != orphanStart[v]) {
        throw new MalformedDataException("a vector has orphans, but all parents have values");
      }
      return;
    }
    int words = Bits.words(n);
    for (int w = 0; w < words; w++) {
      long usable = (usableA == null ? -1L : usableA[w]) & (usableB == null ? -1L : usableB[w]);
      lost[w] = ~usable & (present == null ? -1L : present[w]);
    }
    if ((n & 63) != 0) {
      lost[words - 1] &= -1L >>> -n;
    }
    if (orphanValues == null) {
      int all = orphanStart[orphanStart.length - 1];
      orphanValues = new long[all];
      orphans.decode(0, all, orphanValues, 0);
    }
    for (int k = 0; k < vectors; k++) {
      int start = k * BitPacking.VECTOR;
      int end = Math.min(n, start + BitPacking.VECTOR);
      int next = orphanStart[v + k];
      int found = Bits.count(lost, start, end);
      int declared = orphanStart[v + k + 1] - next;
      // Only a part of the last vector may be requested.
      if (found > declared || found < declared && (end - start) == BitPacking.VECTOR) {
        throw new MalformedDataException(
            found + " values of a vector have no parents, expected " + declared);
      }
      for (int w = start >>> 6; w < Bits.words(end); w++) {
        for (long bits = lost[w]; bits != 0; bits &= bits - 1) {
          integers[(w << 6) + Long.numberOfTrailingZeros(bits)] = orphanValues[next++];
        }
      }
    }
  }

  private void putExceptions(int from, int n, float[] out, int at) {
    if (floatExceptions == null) {
      return;
    }
    if (floatValues == null) {
      floatValues = new float[exceptionStart[exceptionStart.length - 1]];
      floatExceptions.decode(0, floatValues.length, floatValues, 0);
    }
    for (int start = 0; start < n; start += BitPacking.VECTOR) {
      int v = (from + start) / BitPacking.VECTOR;
      for (int e = exceptionStart[v]; e < exceptionStart[v + 1]; e++) {
        int i = start + position(e, v);
        if (i < n) {
          out[at + i] = floatValues[e];
        }
      }
    }
  }

  private void putExceptions(int from, int n, double[] out, int at) {
    if (doubleExceptions == null) {
      return;
    }
    if (doubleValues == null) {
      doubleValues = new double[exceptionStart[exceptionStart.length - 1]];
      doubleExceptions.decode(0, doubleValues.length, doubleValues, 0);
    }
    for (int start = 0; start < n; start += BitPacking.VECTOR) {
      int v = (from + start) / BitPacking.VECTOR;
      for (int e = exceptionStart[v]; e < exceptionStart[v + 1]; e++) {
        int i = start + position(e, v);
        if (i < n) {
          out[at + i] = doubleValues[e];
        }
      }
    }
  }

  private int position(int exception, int vector) {
    return ExceptionPositions.position(
        bytes, positions, exception, exceptionStart[vector], vector, n);
  }

  public String describe() {
    String text =
        derivation
            + (map == null ? "" : "/" + map.describe())
            + (strings == null ? "" : "/" + strings.describe())
            + (factors == null ? "" : "/" + factors.describe());
    int orphanCount = orphanStart[orphanStart.length - 1];
    int exceptions = exceptionStart[exceptionStart.length - 1];
    return text
        + "/"
        + residuals.describe()
        + (orphanCount == 0 ? "" : " " + orphanCount + " orphans:" + orphans.describe())
        + (exceptions == 0 ? "" : " " + exceptions + " exceptions");
  }
}
