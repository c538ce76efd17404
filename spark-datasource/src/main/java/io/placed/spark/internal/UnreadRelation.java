package io.placed.spark.internal;

import org.apache.spark.sql.SQLContext;
import org.apache.spark.sql.sources.BaseRelation;
import org.apache.spark.sql.types.StructType;

/**
 * A table as Spark's first generation of sources would have it, which is not read: what Spark wants
 * back from a save, and what {@link ForeignCatalogRule} puts the table itself in the place of.
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
