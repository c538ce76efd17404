/** Records what Hive's queries read of Placed tables, as a workload for the adviser. */
package io.placed.hive.history;
