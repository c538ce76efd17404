package io.placed.encoding;

/**
 * The body of a page before compression; see {@link PageDecoder} for its grammar.
 *
 * @param bytes the body, from index 0
 * @param length bytes of the body
 * @param compress whether general compression is expected to be worthwhile
 * @param encoding readable description, such as {@code dict(1234)/for(9)}
 */
public record EncodedPage(
    byte[] bytes, int length, int valueCount, boolean compress, String encoding) {}
