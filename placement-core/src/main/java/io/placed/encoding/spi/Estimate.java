package io.placed.encoding.spi;

/**
 * The expected cost of an array in one encoding.
 *
 * @param bytes including the identifier and nested arrays
 * @param decodeNanos time to decode all values once
 */
public record Estimate(double bytes, double decodeNanos) {

  /** Cost in nanoseconds of reading and decoding the array, for a given cost per byte. */
  public double cost(double nanosPerByte) {
    return bytes * nanosPerByte + decodeNanos;
  }
}
