/**
 * Encodings of one node of the schema: a primitive column, the validity of a struct, the lengths of
 * a list.
 *
 * <p>{@link io.placed.encoding.ChunkEncoder} takes the values of one row group page by page and
 * chooses encodings by the data; {@link io.placed.encoding.PageDecoder} reads any vector of 1,024
 * values of a page without decoding those before it. Both sides work on primitive arrays,
 * independent of files, checksums and compression. Malformed bytes give {@link
 * io.placed.error.MalformedDataException}, and never need more memory than the expected values.
 *
 * <p>{@code Encodings} lists all encodings. Each has a package of its own, which exports a
 * descriptor, an {@link io.placed.encoding.spi.Encoding}, and what others must share; the grammar
 * of its bytes is there. Encodings know {@code spi}, {@code values} and {@code kernel}; arrays
 * nested in theirs are opened and written through a context, so that they hardly know each other.
 * {@code choice} compares them.
 */
package io.placed.encoding;
