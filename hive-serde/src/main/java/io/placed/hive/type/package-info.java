/** Mapping of Hive's types and columns to those of Placed files. */
package io.placed.hive.type;
