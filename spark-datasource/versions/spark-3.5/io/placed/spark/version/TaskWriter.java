package io.placed.spark.version;

import java.io.IOException;
import java.util.Iterator;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.write.DataWriter;

/** A writer that may take all rows of a task at once. */
public interface TaskWriter extends DataWriter<InternalRow> {
  /** Spark 3.5 never calls it, but writes row by row. */
  void writeAll(Iterator<InternalRow> records) throws IOException;
}
