/** From a table's directory to Hive's splits, and from a split to Hive's batches and rows. */
package io.placed.hive.read;
