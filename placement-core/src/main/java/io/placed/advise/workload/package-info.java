/**
 * What is asked of a table: a {@link io.placed.advise.workload.Workload} is a list of queries, each
 * with its columns and, as far as they are known, the ranks of the values that it asks for.
 */
package io.placed.advise.workload;
