package io.placed.encoding.kernel;

import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * The vector species of the kernels, one per number type; see docs/design/kernels.md. Loaded only
 * if the module is present.
 */
final class Simd {
  static final VectorSpecies<Integer> INTS = IntVector.SPECIES_PREFERRED;
  static final VectorSpecies<Long> LONGS = LongVector.SPECIES_PREFERRED;
  static final VectorSpecies<Byte> BYTES = ByteVector.SPECIES_PREFERRED;

  private Simd() {}

  /** Bits of a vector register; 64 if the JVM has no vector instructions for the machine. */
  static int bits() {
    return INTS.vectorBitSize();
  }
}
