package io.placed.generator;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * Writes the sources of the unpacking kernels: one straight line of code per bit width, in which
 * each packed word is loaded once.
 */
final class KernelSources {
  private static final int VECTOR = 1024;
  private static final String FOLDER = "io/placed/encoding/kernel/";

  private final StringBuilder text = new StringBuilder();

  private KernelSources() {}

  /** Path below the source root to text. */
  static Map<String, String> all() {
    Map<String, String> files = new LinkedHashMap<>();
    files.put(FOLDER + "ScalarUnpackPairs.java", new KernelSources().pairs());
    files.put(
        FOLDER + "ScalarUnpackLongs.java",
        new KernelSources().file("ScalarUnpackLongs", false, true));
    files.put(
        FOLDER + "VectorUnpackInts.java",
        new KernelSources().file("VectorUnpackInts", true, false));
    return files;
  }

  private String file(String name, boolean simd, boolean longs) {
    line(0, "package io.placed.encoding.kernel;");
    line(0, "");
    if (!simd) {
      line(0, "import io.placed.bytes.LittleEndian;");
    }
    line(0, "import javax.annotation.processing.Generated;");
    if (simd) {
      line(0, "import jdk.incubator.vector.ByteVector;");
      line(0, "import jdk.incubator.vector.IntVector;");
      line(0, "import jdk.incubator.vector.VectorOperators;");
      line(0, "import jdk.incubator.vector.VectorSpecies;");
    }
    line(0, "");
    line(0, "/**");
    line(0, " * Unpacks whole vectors of 1,024 values to {@code %s[]}.", longs ? "long" : "int");
    line(0, " *");
    line(0, " * <p>Written by {@code KernelSources}: do not edit.");
    line(0, " */");
    line(0, "@Generated(\"io.placed.generator.KernelSources\")");
    line(0, "final class %s {", name);
    if (simd) {
      species();
    } else {
      line(1, "private %s() {}", name);
    }
    dispatch(simd, longs);
    for (int width = 1; width <= maxWidth(longs); width++) {
      line(0, "");
      kernel(simd, longs, width);
    }
    line(0, "}");
    return text.toString();
  }

  /** Two neighboring lanes are one word of 64 bits, so that an operation handles two values. */
  private String pairs() {
    line(0, "package io.placed.encoding.kernel;");
    line(0, "");
    line(0, "import io.placed.bytes.LittleEndian;");
    line(0, "import javax.annotation.processing.Generated;");
    line(0, "");
    line(0, "/**");
    line(
        0,
        " * Unpacks whole vectors of 1,024 values of at most 32 bits. Two neighboring lanes are one");
    line(
        0,
        " * word, so that an operation handles two values: number k of the result has value 2k in its");
    line(0, " * lower half and value 2k + 1 in its upper half.");
    line(0, " *");
    line(0, " * <p>Written by {@code KernelSources}: do not edit.");
    line(0, " */");
    line(0, "@Generated(\"io.placed.generator.KernelSources\")");
    line(0, "final class ScalarUnpackPairs {");
    line(1, "private ScalarUnpackPairs() {}");
    line(0, "");
    line(1, "static void unpack(byte[] in, int i, int width, long[] out) {");
    line(2, "switch (width) {");
    for (int width = 1; width <= 32; width++) {
      line(3, "case %d -> unpack%d(in, i, out);", width, width);
    }
    line(3, "default -> throw new IllegalArgumentException(\"width \" + width);");
    line(2, "}");
    line(1, "}");
    for (int width = 1; width <= 32; width++) {
      pairKernel(width);
    }
    line(0, "}");
    return text.toString();
  }

  private void pairKernel(int width) {
    line(0, "");
    line(1, "private static void unpack%d(byte[] in, int i, long[] out) {", width);
    line(2, "for (int l = 0; l < 16; l++) {");
    line(3, "int p = i + 8 * l;");
    int loaded = -1;
    for (int row = 0; row < VECTOR / 32; row++) {
      int word = row * width / 32;
      int shift = row * width % 32;
      int last = (row * width + width - 1) / 32;
      while (loaded < last) {
        loaded++;
        load(false, true, loaded, loaded * 128);
      }
      String at = row == 0 ? "l" : "l + " + row * 16;
      line(3, "out[%s] = %s;", at, pairValue(width, word, shift));
    }
    line(2, "}");
    line(1, "}");
  }

  /** Bits that a shift moves from one half of a word into the other are masked out. */
  private static String pairValue(int width, int word, int shift) {
    String low = "a" + word + (shift > 0 ? " >>> " + shift : "");
    if (shift + width <= 32) {
      return width == 32 ? low : low + " & " + pairMask(0, width);
    }
    int lower = 32 - shift;
    return String.format(
        Locale.ROOT,
        "%s & %s | a%d << %d & %s",
        low,
        pairMask(0, lower),
        word + 1,
        lower,
        pairMask(lower, width));
  }

  /** Bits [from, to) of both halves. */
  private static String pairMask(int from, int to) {
    long half = (1L << to) - (1L << from);
    return String.format(Locale.ROOT, "0x%XL", half << 32 | half);
  }

  private static int maxWidth(boolean longs) {
    return longs ? 64 : 32;
  }

  private void species() {
    line(1, "private static final VectorSpecies<Integer> INTS = Simd.INTS;");
    line(1, "private static final VectorSpecies<Byte> BYTES = Simd.BYTES;");
    line(1, "private static final int WORDS = INTS.length();");
    line(0, "");
    line(1, "private VectorUnpackInts() {}");
  }

  private void dispatch(boolean simd, boolean longs) {
    String type = longs ? "long" : "int";
    line(0, "");
    line(
        1,
        "static void unpack(byte[] in, int i, int width, %s base, %s[] out, int o) {",
        type,
        type);
    line(2, "switch (width) {");
    for (int width = 1; width <= maxWidth(longs); width++) {
      line(3, "case %d -> unpack%d(in, i, base, out, o);", width, width);
    }
    line(3, "default -> throw new IllegalArgumentException(\"width \" + width);");
    line(2, "}");
    line(1, "}");
  }

  private void kernel(boolean simd, boolean longs, int width) {
    String type = longs ? "long" : "int";
    boolean wide = width > 32;
    int wordBits = wide ? 64 : 32;
    int lanes = wide ? 16 : 32;
    line(
        1,
        "private static void unpack%d(byte[] in, int i, %s base, %s[] out, int o) {",
        width,
        type,
        type);
    if (simd) {
      line(2, "IntVector b = IntVector.broadcast(INTS, base);");
      if (width < wordBits) {
        line(2, "IntVector m = IntVector.broadcast(INTS, %s);", mask(false, width));
      }
      line(2, "for (int l = 0; l < %d; l += WORDS) {", lanes);
      line(3, "int p = i + %d * l;", wordBits / 8);
    } else {
      line(2, "for (int l = 0; l < %d; l++) {", lanes);
      line(3, "int p = i + %d * l;", wordBits / 8);
    }
    line(3, "int q = o + l;");
    int loaded = -1;
    for (int row = 0; row < VECTOR / lanes; row++) {
      int word = row * width / wordBits;
      int shift = row * width % wordBits;
      int last = (row * width + width - 1) / wordBits;
      while (loaded < last) {
        loaded++;
        load(simd, wide, loaded, loaded * lanes * (wordBits / 8));
      }
      String value =
          simd
              ? vectorValue(width, word, shift)
              : scalarValue(longs, wide, width, wordBits, word, shift);
      int at = row * lanes;
      if (simd) {
        line(
            3,
            "%s.lanewise(VectorOperators.ADD, b).intoArray(out, q%s);",
            value,
            at == 0 ? "" : " + " + at);
      } else {
        line(3, "out[q%s] = %s + base;", at == 0 ? "" : " + " + at, value);
      }
    }
    line(2, "}");
    line(1, "}");
  }

  private void load(boolean simd, boolean wide, int word, int offset) {
    String at = offset == 0 ? "p" : "p + " + offset;
    if (simd) {
      line(3, "IntVector a%d = ByteVector.fromArray(BYTES, in, %s).reinterpretAsInts();", word, at);
    } else {
      line(
          3,
          "%s a%d = (%s) LittleEndian.%s.get(in, %s);",
          wide ? "long" : "int",
          word,
          wide ? "long" : "int",
          wide ? "LONG" : "INT",
          at);
    }
  }

  private static String mask(boolean wide, int width) {
    return wide
        ? String.format(Locale.ROOT, "0x%XL", -1L >>> (64 - width))
        : String.format(Locale.ROOT, "0x%X", -1 >>> (32 - width));
  }

  private static String scalarValue(
      boolean longs, boolean wide, int width, int wordBits, int word, int shift) {
    String value = "a" + word;
    if (shift > 0) {
      value += " >>> " + shift;
    }
    if (shift + width > wordBits) {
      value = String.format(Locale.ROOT, "(%s | a%d << %d)", value, word + 1, wordBits - shift);
    }
    if (width < wordBits && shift + width != wordBits) {
      value = "(%s & %s)".formatted(value, mask(wide, width));
    } else if (shift > 0) {
      value = "(" + value + ")";
    }
    if (longs && width == 32) {
      value = "(" + value + " & 0xFFFFFFFFL)";
    }
    return value;
  }

  /**
   * Operations are named here and not called as {@code and}, {@code or} and {@code add}: those are
   * methods shared by all shapes, and once they were called for several of them the compiler of JDK
   * 17 does not know any more of which shape their result is, and makes an object of it.
   */
  private static String vectorValue(int width, int word, int shift) {
    String value = "a" + word;
    if (shift > 0) {
      value += ".lanewise(VectorOperators.LSHR, " + shift + ")";
    }
    if (shift + width > 32) {
      value +=
          String.format(
              Locale.ROOT,
              ".lanewise(VectorOperators.OR, a%d.lanewise(VectorOperators.LSHL, %d))",
              word + 1,
              32 - shift);
    }
    if (width < 32 && shift + width != 32) {
      value += ".lanewise(VectorOperators.AND, m)";
    }
    return value;
  }

  private void line(int indent, String format, Object... values) {
    if (!format.isEmpty()) {
      text.append("  ".repeat(indent)).append(format.formatted(values));
    }
    text.append('\n');
  }
}
