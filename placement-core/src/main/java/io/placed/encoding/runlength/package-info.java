/** Runs of equal values. */
package io.placed.encoding.runlength;
