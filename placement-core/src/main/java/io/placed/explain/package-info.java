/**
 * Explains the I/O of queries: the bytes that are needed, planned, requested, and read from the
 * device.
 */
package io.placed.explain;
