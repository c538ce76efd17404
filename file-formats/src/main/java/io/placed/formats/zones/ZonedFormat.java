package io.placed.formats.zones;

import io.placed.formats.BatchSink;
import io.placed.formats.FileFormat;
import io.placed.formats.container.Container;
import io.placed.io.FileStore;
import io.placed.schema.Schema;
import java.io.IOException;

/** A columnar format whose files have statistics and offsets. */
public interface ZonedFormat extends FileFormat {
  /** Name for people: Parquet. */
  String text();

  /** Extension of its files, without the dot. It is Spark's name of the format, too. */
  String extension();

  /** Size of row groups of a usual writer. */
  long rowGroupBytes();

  /** Most rows of a page of a usual writer. */
  int pageRows();

  /**
   * Opens the footer of a file.
   *
   * @throws io.placed.formats.FormatException if it is not a file of this format
   */
  FileZones zones(String path) throws IOException;

  /**
   * Writes a file.
   *
   * @param compression as {@code placed convert --compression} takes it
   */
  BatchSink sink(
      FileStore store, String path, Schema schema, String compression, Container container)
      throws IOException;
}
