/**
 * Sets of values of one storage: a small closed family that predicates create and encodings
 * evaluate, on encoded data where they can. Nulls are in none.
 */
package io.placed.vector.match;
