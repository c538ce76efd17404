/**
 * What an encoding is: its descriptor ({@link io.placed.encoding.spi.Encoding}), the side that
 * writes ({@link io.placed.encoding.spi.Scheme}), the decoders, one interface per kind of array,
 * the contexts in which arrays are opened and written, and what several encodings need.
 */
package io.placed.encoding.spi;
