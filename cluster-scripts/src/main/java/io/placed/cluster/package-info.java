/**
 * What runs on a cluster for the benchmarks of {@code cluster-scripts}: two programs that take
 * requests line by line, one in a Spark driver and one that is a client of HiveServer2. The Python
 * package decides which queries run, and measures around them.
 */
package io.placed.cluster;
