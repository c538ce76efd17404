package io.placed.cli.raw;

/**
 * Some bytes of a part and what they mean.
 *
 * @param offset in the part
 */
record RawField(int offset, int length, String name, String value) {}
