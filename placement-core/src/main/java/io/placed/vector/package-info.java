/**
 * Columns and batches in memory: primitive arrays, validity bitmaps and byte arenas. The currency
 * between engines, placement, encodings and predicates; no object per value.
 */
package io.placed.vector;
