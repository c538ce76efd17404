/**
 * Little-endian numbers in byte arrays, at the bottom of the core: {@link
 * io.placed.bytes.LittleEndian} at any offset, {@link io.placed.bytes.ByteReader} one after the
 * other from bytes that may be damaged, {@link io.placed.bytes.ByteWriter} to bytes that grow. What
 * the bytes mean is for the packages above.
 */
package io.placed.bytes;
