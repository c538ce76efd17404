/**
 * Aggregates over batches: counts, sums and extremes of columns and of arithmetic over them, for
 * all rows or by groups.
 *
 * <p>Results are Spark's: SUM of integers is a 64-bit integer and of decimals a decimal of ten more
 * digits, arithmetic that overflows is an error, a missing value is passed over.
 */
package io.placed.aggregate;
