/**
 * Inner loops of the encodings in two families, plain Java and {@code jdk.incubator.vector}, with
 * the same results. See docs/design/kernels.md.
 */
package io.placed.encoding.kernel;
