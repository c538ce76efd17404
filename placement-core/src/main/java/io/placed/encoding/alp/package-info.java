/** Floating-point numbers that were decimals, stored as integers (ALP). */
package io.placed.encoding.alp;
