/**
 * Scalar expressions on columns: typed trees that say whether they can fail, and their evaluation
 * on decoded columns. Types and overflow are those of Spark SQL in ANSI mode.
 */
package io.placed.expression;
