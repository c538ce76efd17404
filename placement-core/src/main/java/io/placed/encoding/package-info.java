/**
 * Values ↔ bytes: the physical encodings of one node of the schema (a primitive column, the
 * validity of a struct, the lengths of a list).
 *
 * <p>{@link io.placed.encoding.ChunkEncoder} takes the values of one row group page by page and
 * chooses encodings by the data; {@link io.placed.encoding.PageDecoder} reads any vector of 1,024
 * values of a page without decoding those before it. The grammar is with {@link
 * io.placed.encoding.EncodingId}. Both sides work on primitive arrays and know nothing of files,
 * checksums or compression. Bytes that break the grammar give {@link
 * io.placed.error.MalformedDataException} and never take memory beyond what the caller expects to
 * decode.
 */
package io.placed.encoding;
