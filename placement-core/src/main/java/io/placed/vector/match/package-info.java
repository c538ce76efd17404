/**
 * Sets of values of one storage that a predicate looks for: a small closed family that predicates
 * make and encodings evaluate, on what is stored where they can. Missing values are in none.
 */
package io.placed.vector.match;
