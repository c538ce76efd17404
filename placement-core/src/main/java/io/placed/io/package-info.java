/**
 * File systems as this library needs them: positioned reads that may run in parallel, output that
 * knows its position and where a physical block ends, put-if-absent for commits, byte counters and
 * the plan that turns wanted ranges into requests. Paths are text with {@code /}; see {@link
 * io.placed.io.PathNames}. Only {@code io.placed.io.hadoop} knows Hadoop.
 */
package io.placed.io;
