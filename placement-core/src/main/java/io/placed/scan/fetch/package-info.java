/** Bytes from storage: planned ranges, read ahead by step, within the bounds of memory. */
package io.placed.scan.fetch;
