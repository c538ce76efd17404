package io.placed.spark.version;

import java.util.Map;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.types.StructType;

/** What CREATE or REPLACE TABLE says. */
public record NewTable(StructType schema, Transform[] partitions, Map<String, String> properties) {}
