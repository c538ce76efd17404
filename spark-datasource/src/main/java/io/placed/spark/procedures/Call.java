package io.placed.spark.procedures;

import java.util.Iterator;
import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.connector.read.LocalScan;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.types.StructType;

/** Arguments and results of a call. */
final class Call {
  private Call() {}

  /** The text of an argument; null if it was left out. */
  static String text(InternalRow arguments, int position) {
    return arguments.isNullAt(position) ? null : arguments.getUTF8String(position).toString();
  }

  static String path(InternalRow arguments) {
    String path = text(arguments, 0);
    if (path == null) {
      throw new IllegalArgumentException("argument path: a path is needed, found null");
    }
    return path;
  }

  static Iterator<Scan> result(StructType schema, List<Object[]> rows) {
    InternalRow[] values = rows.stream().map(GenericInternalRow::new).toArray(InternalRow[]::new);
    Scan scan =
        new LocalScan() {
          @Override
          public InternalRow[] rows() {
            return values;
          }

          @Override
          public StructType readSchema() {
            return schema;
          }
        };
    return List.of(scan).iterator();
  }
}
