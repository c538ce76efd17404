/** Hive's types and columns, and what they are in a Placed file. */
package io.placed.hive.type;
