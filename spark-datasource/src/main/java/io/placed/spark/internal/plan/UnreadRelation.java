package io.placed.spark.internal.plan;

import org.apache.spark.sql.SQLContext;
import org.apache.spark.sql.sources.BaseRelation;
import org.apache.spark.sql.types.StructType;

/**
 * Stands for a table where Spark requires a version 1 relation: as the result of a save, and where
 * {@link ForeignCatalogRule} replaces it by the table itself. It is never read.
 */
public final class UnreadRelation extends BaseRelation {
  private final SQLContext context;
  private final StructType schema;

  public UnreadRelation(SQLContext context, StructType schema) {
    this.context = context;
    this.schema = schema;
  }

  @Override
  public SQLContext sqlContext() {
    return context;
  }

  @Override
  public StructType schema() {
    return schema;
  }
}
