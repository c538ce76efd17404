package io.placed.encoding;

/**
 * What one encoding of a page was expected to take when the encodings were compared.
 *
 * @param scheme name, as descriptions of pages start with it
 * @param bytesPerValue before general compression
 * @param decodeNanosPerValue to decode all values, without decompression
 * @param costPerValue nanoseconds, bytes at the price of the profile, compressed if that is cheaper
 * @param compressed whether the cost is that of a page that is compressed as well
 * @param chosen whether it was the cheapest
 */
public record SchemeCost(
    String scheme,
    double bytesPerValue,
    double decodeNanosPerValue,
    double costPerValue,
    boolean compressed,
    boolean chosen) {

  SchemeCost asChosen() {
    return new SchemeCost(
        scheme, bytesPerValue, decodeNanosPerValue, costPerValue, compressed, true);
  }
}
