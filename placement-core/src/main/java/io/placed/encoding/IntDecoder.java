package io.placed.encoding;

import io.placed.error.MalformedDataException;

/**
 * Decodes an array of 32-bit integers. Like every decoder of this package it keeps scratch space
 * and is for one thread.
 */
interface IntDecoder {
  /**
   * Writes values [from, from + count) to {@code out}. Costs nothing for vectors before {@code
   * from}.
   *
   * @param from a multiple of {@link BitPacking#VECTOR}
   * @throws MalformedDataException if the bytes mean nothing
   */
  void decode(int from, int count, int[] out, int outOffset);

  /** Short text for people, such as {@code for(9)}. */
  String describe();
}
