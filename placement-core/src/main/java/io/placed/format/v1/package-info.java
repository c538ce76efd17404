/**
 * Version 1 of the file format: parts and their checksums, header, tail, root, column records,
 * column index and statistics. {@code docs/spec/file.md} specifies it. History: the first version.
 * Readers and writers of pages are in {@code scan} and {@code write}; this package only encodes and
 * decodes the structures.
 */
package io.placed.format.v1;
