package io.placed.cli.table;

import io.placed.schema.Schema;
import java.io.IOException;
import java.util.List;

/** How files of one kind are read. */
public interface FileFormat {
  /**
   * The columns that all the files have.
   *
   * @throws CliException if the files differ in names or types
   */
  Schema schema(List<String> paths) throws IOException;

  /**
   * Reads one file.
   *
   * @param wanted some of the columns of {@link #schema}, in any order
   */
  BatchSource open(String path, Schema wanted) throws IOException;
}
