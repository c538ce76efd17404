/** Decoded columns as Hive's column vectors, without an object per value. */
package io.placed.hive.vector;
