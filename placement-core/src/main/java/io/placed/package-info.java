/** The Java API in a few lines: {@link io.placed.Placed} to write and to read tables. */
package io.placed;
