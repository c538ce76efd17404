/**
 * The interface of an encoding: its descriptor ({@link io.placed.encoding.spi.Encoding}), its
 * writing side ({@link io.placed.encoding.spi.Scheme}), the decoders (one interface per kind of
 * array), the contexts in which arrays are opened and written, and utilities of several encodings.
 */
package io.placed.encoding.spi;
