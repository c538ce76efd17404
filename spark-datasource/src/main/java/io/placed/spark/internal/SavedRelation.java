package io.placed.spark.internal;

import org.apache.spark.sql.SQLContext;
import org.apache.spark.sql.sources.BaseRelation;
import org.apache.spark.sql.types.StructType;

/** What Spark wants back from a save, and does not look at. */
public final class SavedRelation extends BaseRelation {
  private final SQLContext context;
  private final StructType schema;

  public SavedRelation(SQLContext context, StructType schema) {
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
