/** Decimals among floating point numbers as integers (ALP). */
package io.placed.encoding.alp;
