package io.placed.formats;

import io.placed.schema.Schema;
import java.io.IOException;
import java.util.List;

/** How files of one kind are read. */
public interface FileFormat {
  /**
   * The columns that all the files have.
   *
   * @throws FormatException if the files differ in names or types
   */
  Schema schema(List<String> paths) throws IOException;

  /** Rows of a file of which {@link #schema} was asked; -1 if they are not known. */
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
