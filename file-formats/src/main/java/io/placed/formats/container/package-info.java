/**
 * Parquet and ORC files as containers of a placement: the order of the rows, the size of row
 * groups, column groups and blocks are those of the placement, and any reader of the format can
 * read them.
 */
package io.placed.formats.container;
