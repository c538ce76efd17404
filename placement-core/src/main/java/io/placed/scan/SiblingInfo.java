package io.placed.scan;

/**
 * A file that holds columns of a table file beside it.
 *
 * @param name file name, without a directory
 * @param length in bytes
 */
public record SiblingInfo(String name, long length) {}
