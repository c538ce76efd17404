package io.placed.spark.internal.plan;

import java.util.List;
import java.util.function.Supplier;
import org.apache.spark.sql.SparkSession;

/**
 * A query that has run.
 *
 * @param at end in milliseconds since 1970-01-01T00:00Z
 * @param millis run time
 * @param scans of its plan, which may have run again a moment later
 */
public record FinishedQuery(
    SparkSession session, long at, double millis, Supplier<List<PlannedScan>> scans) {}
