/** What the metrics of reads and writes share. */
package io.placed.spark.metrics;
