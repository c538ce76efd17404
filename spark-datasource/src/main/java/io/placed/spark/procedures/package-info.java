/** Maintenance of tables in SQL, with {@code CALL}. */
package io.placed.spark.procedures;
