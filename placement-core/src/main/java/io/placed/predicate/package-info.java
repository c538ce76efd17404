/**
 * Conditions on rows: as a value with a text form ({@link io.placed.predicate.Predicate}), bound to
 * a schema, and evaluated on statistics (may a row match? do all?) and on batches (which rows
 * match?).
 *
 * <p>Semantics are those of Spark SQL: three-valued logic where only TRUE selects, NaN = NaN and
 * NaN above every other number, −0.0 = 0.0, strings in unsigned byte order of their UTF-8.
 */
package io.placed.predicate;
