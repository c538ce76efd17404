/** Entropy coding of integers: bins of values whose numbers are coded with tANS. */
package io.placed.encoding.entropy;
