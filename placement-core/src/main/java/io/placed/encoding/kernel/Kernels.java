package io.placed.encoding.kernel;

/**
 * The family of kernels that this JVM uses, decided once: those of {@code jdk.incubator.vector} if
 * the module was added ({@code --add-modules jdk.incubator.vector}, as Spark's launcher does) and
 * the machine has vector registers of 128 bits or more, otherwise the scalar ones. Both give the
 * same results. {@code -Dplaced.vector-api=false} selects the scalar ones.
 */
public final class Kernels {
  /** A constant for the JIT compiler, so that the unused family has no cost. */
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
      // A later JDK whose version of the module is not compatible.
      return false;
    }
  }
}
