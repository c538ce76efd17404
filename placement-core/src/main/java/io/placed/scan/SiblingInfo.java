package io.placed.scan;

/**
 * A file that holds columns of another one, beside which it lies.
 *
 * @param name without a directory
 * @param length in bytes
 */
public record SiblingInfo(String name, long length) {}
