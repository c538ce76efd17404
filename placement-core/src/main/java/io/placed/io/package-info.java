/**
 * File system abstraction: parallel positioned reads, output with positions and physical blocks,
 * put-if-absent for commits, I/O counters, and planning of requests. Paths are strings with {@code
 * /}; see {@link io.placed.io.PathNames}. Only {@code io.placed.io.hadoop} depends on Hadoop.
 */
package io.placed.io;
