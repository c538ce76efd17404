/** Columns that are, at least approximately, functions of other columns. */
package io.placed.encoding.derived;
