/**
 * Columns and batches in memory: primitive arrays, validity bitmaps and byte arenas, without an
 * object per value. Engines, placement, encodings and predicates exchange data in this form.
 */
package io.placed.vector;
