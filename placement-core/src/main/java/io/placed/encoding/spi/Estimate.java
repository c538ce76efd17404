package io.placed.encoding.spi;

/**
 * What an array is expected to take in one encoding.
 *
 * @param bytes with the identifier and everything nested in it
 * @param decodeNanos to decode all its values once
 */
public record Estimate(double bytes, double decodeNanos) {

  /** Nanoseconds to read and decode the array where a byte takes so many. */
  public double cost(double nanosPerByte) {
    return bytes * nanosPerByte + decodeNanos;
  }
}
