/**
 * Parquet and ORC files with a placement: row order, row group size, column groups and blocks
 * follow the placement, and any reader of the format can read the files.
 */
package io.placed.formats.container;
