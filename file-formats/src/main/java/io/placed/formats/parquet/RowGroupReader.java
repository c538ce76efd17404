package io.placed.formats.parquet;

import org.apache.parquet.VersionParser.ParsedVersion;
import org.apache.parquet.column.page.PageReadStore;

/** Reads the values of one column chunk of Parquet after the other. */
interface RowGroupReader {
  /**
   * Begins a row group.
   *
   * @param version of the writer, which decides about known bugs; null if it is unknown
   */
  void begin(PageReadStore rowGroup, ParsedVersion version);

  /** Requires all values of the row group to be read. */
  void requireEnd();
}
