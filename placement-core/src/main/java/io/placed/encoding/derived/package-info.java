/** Columns that are, or nearly are, functions of other columns. */
package io.placed.encoding.derived;
