/** Writes Hive's rows to one file per task. */
package io.placed.hive.write;
