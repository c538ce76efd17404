package io.placed.spark.read;

import io.placed.predicate.Predicate;
import io.placed.spark.internal.Session;
import java.io.Serializable;
import org.apache.spark.sql.types.StructType;

/**
 * What a task has to know to read.
 *
 * @param output columns of the batches
 * @param tableSchema types of columns that the predicate names
 * @param partition partition columns with their types
 * @param predicate on columns of the files only; null = none
 * @param defaults per output column, what it holds in files that do not have it; null = null
 */
record ReadContext(
    Session.Stores stores,
    StructType output,
    StructType tableSchema,
    StructType partition,
    Predicate predicate,
    Object[] defaults,
    boolean caseSensitive,
    boolean ignoreCorrupt,
    boolean ignoreMissing)
    implements Serializable {}
