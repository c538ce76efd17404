package io.placed.benchmarks.metadata;

import java.io.IOException;
import java.util.List;

/** A table of made-up files in some format. */
interface MetadataTable {
  String name();

  /** Makes an empty table. */
  void create() throws IOException;

  void append(List<MadeUpFile> files) throws IOException;

  /** Removes a file that is there. */
  void delete(MadeUpFile file) throws IOException;

  /**
   * Opens the table and plans a query of the rows in which an integer column is between two values.
   *
   * @param low null = all rows
   * @return how many files it reads
   */
  long plan(int column, Long low, Long high) throws IOException;

  /** What was read so far. */
  ReadCost read();

  /** Bytes that a reader of the newest state may need. */
  long bytes() throws IOException;
}
