/** What a task of a scan needs to know; all of it is serializable. */
package io.placed.spark.read.task;
