package io.placed.spark.internal;

import org.apache.spark.sql.SQLContext;
import org.apache.spark.sql.sources.BaseRelation;
import org.apache.spark.sql.types.StructType;

/**
 * A table of a catalog as Spark's first generation of sources would have it. It is not read: {@link
 * ForeignCatalogRule} puts the table itself in its place.
 */
public final class TableRelation extends BaseRelation {
  private final SQLContext context;
  private final StructType schema;

  public TableRelation(SQLContext context, StructType schema) {
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
