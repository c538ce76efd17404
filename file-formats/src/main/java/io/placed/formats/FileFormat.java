package io.placed.formats;

import io.placed.schema.Schema;
import java.io.IOException;
import java.util.List;

/** Reads the files of one format. */
public interface FileFormat {
  /**
   * The common schema of the files.
   *
   * @throws FormatException if the files differ in names or types
   */
  Schema schema(List<String> paths) throws IOException;

  /** Rows of a file that was passed to {@link #schema}; -1 if unknown. */
  default long rows(String path) {
    return -1;
  }

  /**
   * Reads one file.
   *
   * @param wanted some of the columns of {@link #schema}, in any order
   */
  BatchSource open(String path, Schema wanted) throws IOException;
}
