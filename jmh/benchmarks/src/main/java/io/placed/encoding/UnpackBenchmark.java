package io.placed.encoding;

import io.placed.encoding.kernel.BitPacking;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Packing and unpacking of one vector of 1,024 integers per bit width; nanoseconds per value. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(BitPacking.VECTOR)
public class UnpackBenchmark {
  private static final int INT_BITS = 32;
  private static final int SEED = 1;

  @Param({"1", "3", "7", "8", "11", "13", "16", "17", "24", "31", "32", "40", "48", "57", "64"})
  public int width;

  private long[] values;
  private byte[] packed;
  private byte[] packedAgain;
  private int[] ints;
  private long[] longs;

  @Setup
  public void pack() {
    Random random = new Random(SEED);
    values = new long[BitPacking.VECTOR];
    for (int i = 0; i < values.length; i++) {
      values[i] = random.nextLong() >>> (Long.SIZE - width);
    }
    // Kernels may read some bytes beyond what they need.
    packed = new byte[BitPacking.packedBytes(BitPacking.VECTOR, width) + Long.SIZE];
    packedAgain = new byte[packed.length];
    BitPacking.pack(values, 0, values.length, width, 0, packed, 0);
    ints = new int[BitPacking.VECTOR];
    longs = new long[BitPacking.VECTOR];
    unpackLongs();
    if (!java.util.Arrays.equals(values, longs)) {
      throw new IllegalStateException("width " + width + ": other values came out");
    }
  }

  /** Widths beyond 32 bits have longs only: there it does nothing. */
  @Benchmark
  public int[] unpackInts() {
    if (width <= INT_BITS) {
      BitPacking.unpack(packed, 0, BitPacking.VECTOR, width, 1, ints, 0);
    }
    return ints;
  }

  @Benchmark
  public long[] unpackLongs() {
    BitPacking.unpack(packed, 0, BitPacking.VECTOR, width, 0L, longs, 0);
    return longs;
  }

  @Benchmark
  public byte[] packLongs() {
    BitPacking.pack(values, 0, BitPacking.VECTOR, width, 0, packedAgain, 0);
    return packedAgain;
  }
}
