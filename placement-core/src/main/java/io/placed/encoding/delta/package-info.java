/** Differences between neighbouring values. */
package io.placed.encoding.delta;
