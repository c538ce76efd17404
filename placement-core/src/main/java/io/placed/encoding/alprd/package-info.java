/** Floating point numbers that are no decimals, in two parts (ALP-RD). */
package io.placed.encoding.alprd;
