package io.placed.spark.version;

import org.apache.spark.sql.sources.CreatableRelationProvider;

/** A source to which DataFrames are saved. */
public interface SavingProvider extends CreatableRelationProvider {}
