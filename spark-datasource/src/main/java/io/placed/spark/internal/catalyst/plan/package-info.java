/**
 * Plans of queries, streams and row-level operations: what scans and writes are told about the rest
 * of the query, and what is found in physical plans.
 */
package io.placed.spark.internal.catalyst.plan;
