/** Frame of reference: bit-packed distances from a base per vector, with exceptions. */
package io.placed.encoding.frame;
