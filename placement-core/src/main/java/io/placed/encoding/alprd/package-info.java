/** Floating-point numbers that were not decimals, in two parts (ALP-RD). */
package io.placed.encoding.alprd;
