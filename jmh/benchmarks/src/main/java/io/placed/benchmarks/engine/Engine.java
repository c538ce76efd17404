package io.placed.benchmarks.engine;

import io.placed.placement.Reordering;
import java.io.IOException;
import java.nio.file.Path;

/** A way to store a table and to read it again. */
public final class Engine {
  private final String name;
  private final Format format;
  private final Reader reader;

  Engine(String name, Format format, Reader reader) {
    this.name = name;
    this.format = format;
    this.reader = reader;
  }

  /** The same reader on a file whose rows are in an order. */
  public Engine sorted(Reordering order) {
    return new Engine(name, new SortedFormat(format, order), reader);
  }

  public String name() {
    return name;
  }

  /** The file that it reads; several engines may read the same. */
  public Format format() {
    return format;
  }

  /** Gets ready to run a query; what this does is not measured. */
  public Scan prepare(Path file, Query query) throws IOException {
    return prepare(file.toString(), query);
  }

  /**
   * The same.
   *
   * @param file a local path or an address of a Hadoop file system
   */
  public Scan prepare(String file, Query query) throws IOException {
    return reader.prepare(file, query);
  }
}
