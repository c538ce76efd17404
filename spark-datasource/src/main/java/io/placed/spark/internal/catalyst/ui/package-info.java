/** Spark's web UI and history server: the tab Placed, and what queries read. */
package io.placed.spark.internal.catalyst.ui;
