/** Integers as quotient and remainder. */
package io.placed.encoding.divided;
