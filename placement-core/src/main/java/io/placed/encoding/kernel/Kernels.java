package io.placed.encoding.kernel;

/**
 * Which family of kernels this JVM uses, decided once: those on {@code jdk.incubator.vector} where
 * the module was added ({@code --add-modules jdk.incubator.vector}, as Spark's launcher does) and
 * the machine has vectors of 128 bits or more, else the scalar ones. Both give the same results.
 * {@code -Dplaced.vector-api=false} asks for the scalar ones.
 */
public final class Kernels {
  /** A constant to the compiler, so that the family not used costs nothing. */
  static final boolean VECTOR = detect();

  private static final int MIN_BITS = 128;

  private Kernels() {}

  /** Whether kernels of the Vector API are in use. */
  public static boolean usesVectorApi() {
    return VECTOR;
  }

  private static boolean detect() {
    if ("false".equalsIgnoreCase(System.getProperty("placed.vector-api"))
        || ModuleLayer.boot().findModule("jdk.incubator.vector").isEmpty()) {
      return false;
    }
    try {
      return Simd.bits() >= MIN_BITS;
    } catch (LinkageError e) {
      // A later JDK whose module differs from the one compiled against.
      return false;
    }
  }
}
