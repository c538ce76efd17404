/**
 * What runs on a cluster for the benchmarks of {@code cluster-scripts}: two programs that take
 * requests line by line, one in a Spark driver and one that speaks to HiveServer2. The Python
 * package decides what is asked, and measures around it.
 */
package io.placed.cluster;
