/**
 * Placed tables in Hive: what Hive loads by name. Translation only: decoding, layout and statistics
 * are the core's.
 */
package io.placed.hive;
