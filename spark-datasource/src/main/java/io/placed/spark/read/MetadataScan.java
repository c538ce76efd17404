package io.placed.spark.read;

import io.placed.spark.internal.Errors;
import io.placed.spark.read.vector.BatchRows;
import io.placed.spark.types.SparkTypes;
import io.placed.table.metadata.MetadataRows;
import java.io.IOException;
import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.connector.read.ScanBuilder;
import org.apache.spark.sql.connector.read.SupportsPushDownRequiredColumns;
import org.apache.spark.sql.types.StructType;

/** The rows of a metadata table, which the driver reads. */
public final class MetadataScan extends DriverRowsScan {
  private MetadataScan(String name, MetadataRows source, StructType schema) {
    super(schema, read(source, schema), name);
  }

  private static InternalRow[] read(MetadataRows source, StructType schema) {
    try {
      return BatchRows.of(source.read(List.of(schema.fieldNames())), schema);
    } catch (IOException e) {
      throw Errors.analysis(e.getMessage(), e);
    }
  }

  /** A scan of the columns that the query needs: others may not be read at all. */
  public static ScanBuilder builder(String name, MetadataRows source) {
    return new SupportsPushDownRequiredColumns() {
      private StructType required = SparkTypes.toStruct(source.schema());

      @Override
      public void pruneColumns(StructType columns) {
        StructType pruned = new StructType();
        for (String column : columns.fieldNames()) {
          // Whole: of a struct Spark may ask for some fields.
          pruned = pruned.add(SparkTypes.toStruct(source.schema()).apply(column));
        }
        required = pruned;
      }

      @Override
      public Scan build() {
        return new MetadataScan(name, source, required);
      }
    };
  }
}
