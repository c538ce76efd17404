/**
 * Encodings of one node of the schema: a primitive column, the validity of a struct, or the lengths
 * of lists.
 *
 * <p>{@link io.placed.encoding.ChunkEncoder} receives the values of one row group page by page and
 * chooses encodings based on the data. {@link io.placed.encoding.PageDecoder} decodes any vector of
 * 1,024 values of a page without those before it. Both work on primitive arrays, and do not depend
 * on files, checksums or compression. Malformed bytes cause {@link
 * io.placed.error.MalformedDataException} and never require more memory than the expected values.
 *
 * <p>{@code Encodings} lists all encodings. Each has its own package, which exports a descriptor
 * ({@link io.placed.encoding.spi.Encoding}, with the grammar of the bytes) and what others must
 * share. Encodings may use {@code spi}, {@code values} and {@code kernel}. Nested arrays are opened
 * and written through a context, so that encodings are largely independent. {@code choice} compares
 * them.
 */
package io.placed.encoding;
