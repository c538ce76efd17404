/**
 * Version 1 of the bytes on disk: parts and their checksums, header, tail, root, column records,
 * column index and statistics. The grammar is {@code docs/format.md}. History: the first version.
 * Readers and writers of pages live in {@code scan} and {@code write}; this package only turns
 * structures into bytes and back, and is the only one that knows where a bit lies.
 */
package io.placed.format.v1;
