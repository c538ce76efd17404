/** Frame of reference: bit-packed differences to a base per vector, with exceptions. */
package io.placed.encoding.frame;
