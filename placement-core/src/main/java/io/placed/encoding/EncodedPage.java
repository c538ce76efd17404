package io.placed.encoding;

/**
 * The body of a page, not yet compressed; grammar in {@link PageDecoder}.
 *
 * @param bytes the body, from index 0
 * @param length bytes of the body
 * @param compress whether general compression is thought to pay
 * @param encoding short text for people, such as {@code dict(1234)/for(9)}
 */
public record EncodedPage(
    byte[] bytes, int length, int valueCount, boolean compress, String encoding) {}
