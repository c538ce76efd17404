package io.placed.spark.write;

import java.util.List;
import java.util.Map;
import org.apache.spark.sql.connector.write.WriterCommitMessage;

/**
 * What a successful task of a row-level operation has done.
 *
 * @param files with changed and new rows, as JSON
 * @param deleted numbers of deleted rows by the path of their file, as bytes of bitmaps
 */
record TaskChanges(List<String> files, Map<String, byte[]> deleted) implements WriterCommitMessage {
  private static final long serialVersionUID = 1L;
}
