package io.placed.scan;

/**
 * A damaged part of a file.
 *
 * @param offset first byte of the damaged part
 * @param detail what was found and what was expected
 */
public record Damage(String path, long offset, String detail) {}
