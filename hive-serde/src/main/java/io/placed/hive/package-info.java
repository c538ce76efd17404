/**
 * Placed tables in Hive: the classes that Hive loads by name. This module only translates;
 * decoding, layout and statistics are in the core.
 */
package io.placed.hive;
