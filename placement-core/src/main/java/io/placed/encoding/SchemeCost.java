package io.placed.encoding;

/**
 * The expected cost of one encoding of a page, as estimated when the encodings were compared.
 *
 * @param scheme name, as in descriptions of pages
 * @param bytesPerValue before general compression
 * @param decodeNanosPerValue time to decode all values, without decompression
 * @param costPerValue in nanoseconds, including the cost of bytes in the profile; of the compressed
 *     page if that is cheaper
 * @param compressed whether the cost includes general compression
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
