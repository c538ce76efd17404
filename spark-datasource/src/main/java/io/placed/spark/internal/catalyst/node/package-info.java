/**
 * Nodes of Spark's plans: collections of Scala, rules that visit each node, and how nodes are
 * built, which differs between releases.
 */
package io.placed.spark.internal.catalyst.node;
