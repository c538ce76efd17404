/** Differences between neighbours. */
package io.placed.encoding.delta;
