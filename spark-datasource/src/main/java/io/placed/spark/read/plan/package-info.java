/** Files to tasks: pruning, order, partitions, and what statistics alone answer. */
package io.placed.spark.read.plan;
