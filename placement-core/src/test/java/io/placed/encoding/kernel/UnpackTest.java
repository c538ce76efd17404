package io.placed.encoding.kernel;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Compares every kernel of both families with a bit-by-bit implementation of the layout. */
class UnpackTest {
  private interface Ints {
    void unpack(byte[] in, int inOff, int width, int base, int[] out, int outOff);
  }

  private interface Longs {
    void unpack(byte[] in, int inOff, int width, long base, long[] out, int outOff);
  }

  private final long seed = Long.getLong("placed.seed", System.nanoTime());
  private final Random random = new Random(seed);

  private static long oracle(byte[] packed, int offset, int i, int width) {
    int lanes = width <= 32 ? 32 : 16;
    int wordBits = width <= 32 ? 32 : 64;
    long value = 0;
    for (int b = 0; b < width; b++) {
      int bit = i / lanes * width + b;
      int word = bit / wordBits * lanes + i % lanes;
      int at = offset + word * (wordBits / 8) + bit % wordBits / 8;
      value |= (long) (packed[at] >> bit % 8 & 1) << b;
    }
    return value;
  }

  @Test
  void theScalarKernels() {
    for (int width = 1; width <= 64; width++) {
      check(width, Unpack::scalar, ScalarUnpackLongs::unpack);
    }
  }

  @Test
  void theKernelsInUse() {
    for (int width = 0; width <= 64; width++) {
      check(width, Unpack::ints, Unpack::longs);
    }
  }

  /** The build adds the module to the JVM of the tests. */
  @Test
  void theVectorKernels() {
    for (int width = 1; width <= 32; width++) {
      check(width, VectorUnpackInts::unpack, UnpackTest::widened);
      check(width, VectorUnpackAny::unpack, UnpackTest::widened);
    }
  }

  private static void widened(byte[] in, int inOff, int width, long base, long[] out, int outOff) {
    int[] words = new int[1024 + 20 * (outOff & 1)];
    VectorUnpackAny.unpack(in, inOff, width, 0, words, 0);
    VectorConversions.widen(words, 1024, base, out, outOff);
  }

  /** The packed bytes end with the array, so that reading beyond them fails. */
  private void check(int width, Ints ints, Longs longs) {
    for (int round = 0; round < 4; round++) {
      int inOff = random.nextInt(70);
      byte[] packed = new byte[inOff + 128 * width];
      random.nextBytes(packed);
      long base = random.nextLong();
      int outOff = random.nextInt(70);
      long[] expected = new long[outOff + 1024 + random.nextInt(3)];
      Arrays.fill(expected, -7);
      long[] found = expected.clone();
      for (int i = 0; i < 1024; i++) {
        expected[outOff + i] = base + oracle(packed, inOff, i, width);
      }
      longs.unpack(packed, inOff, width, base, found, outOff);
      assertArrayEquals(expected, found, "width " + width + " seed " + seed);
      if (width <= 32) {
        int[] narrow = new int[expected.length];
        Arrays.fill(narrow, -7);
        ints.unpack(packed, inOff, width, (int) base, narrow, outOff);
        assertArrayEquals(
            Arrays.stream(expected).mapToInt(v -> (int) v).toArray(),
            narrow,
            "width " + width + " seed " + seed);
      }
    }
  }

  @Test
  void whatLiesOutsideIsRefused() {
    byte[] packed = new byte[128 * 7];
    int[] out = new int[1025];
    assertThrows(IndexOutOfBoundsException.class, () -> Unpack.ints(packed, 1, 7, 0, out, 0));
    assertThrows(IndexOutOfBoundsException.class, () -> Unpack.ints(packed, -1, 6, 0, out, 0));
    assertThrows(IndexOutOfBoundsException.class, () -> Unpack.ints(packed, 0, 7, 0, out, 2));
    assertThrows(
        IndexOutOfBoundsException.class, () -> Unpack.longs(packed, 0, 7, 0, new long[1023], 0));
    assertArrayEquals(new int[1025], out);
  }

  /**
   * A JVM without the module loads none of its classes; the property has the same effect with the
   * module.
   */
  @Test
  void theFamilyIsChosenAtStart() throws IOException, InterruptedException {
    assertEquals("false", choice(List.of()));
    assertEquals(
        "false",
        choice(List.of("--add-modules=jdk.incubator.vector", "-Dplaced.vector-api=false")));
    assertEquals(
        String.valueOf(Simd.bits() >= 128), choice(List.of("--add-modules=jdk.incubator.vector")));
  }

  private static String choice(List<String> options) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(options);
    command.add("-cp");
    command.add(folder(Unpack.class) + File.pathSeparator + folder(UnpackTest.class));
    command.add(Main.class.getName());
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, process.waitFor(), text);
    return text.trim();
  }

  private static Path folder(Class<?> c) {
    return Path.of(URI.create(c.getProtectionDomain().getCodeSource().getLocation() + ""));
  }

  /** Unpacks something and prints the family in use. */
  static final class Main {
    private Main() {}

    public static void main(String[] args) {
      int[] out = new int[1024];
      Unpack.ints(new byte[128], 0, 1, 42, out, 0);
      System.out.println(out[1023] == 42 ? String.valueOf(Kernels.usesVectorApi()) : "wrong");
    }
  }
}
