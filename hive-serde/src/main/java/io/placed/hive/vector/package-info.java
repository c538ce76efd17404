/** Conversion of decoded columns to Hive's column vectors, without an object per value. */
package io.placed.hive.vector;
