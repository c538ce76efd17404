/** {@code CALL}: what is done to tables as a whole, in SQL. */
package io.placed.spark.procedures;
