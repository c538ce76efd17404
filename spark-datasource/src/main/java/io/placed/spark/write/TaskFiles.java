package io.placed.spark.write;

import java.util.List;
import org.apache.spark.sql.connector.write.WriterCommitMessage;

/** The files that a successful task has written, as JSON. */
record TaskFiles(List<String> files) implements WriterCommitMessage {
  private static final long serialVersionUID = 1L;
}
