/** Workloads for the adviser: the history of queries, event logs, and files of SQL. */
package io.placed.spark.workload;
