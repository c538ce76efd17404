package io.placed.spark.version;

import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.write.DataWriter;

/** A writer that may take all rows of a task at once. */
public interface TaskWriter extends DataWriter<InternalRow> {}
