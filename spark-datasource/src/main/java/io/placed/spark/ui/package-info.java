/** Observability: the page of scans in Spark's web UI, and counters for Spark's metrics system. */
package io.placed.spark.ui;
