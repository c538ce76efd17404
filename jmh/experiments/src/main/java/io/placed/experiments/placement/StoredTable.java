package io.placed.experiments.placement;

import io.placed.benchmarks.engine.Engine;
import io.placed.benchmarks.engine.Loop;
import io.placed.benchmarks.engine.Query;
import io.placed.benchmarks.engine.Totals;
import io.placed.experiments.Hdfs;
import io.placed.experiments.placement.BufferedStream.Head;
import io.placed.formats.BatchSource;
import io.placed.io.CountingInput;
import io.placed.io.IoCounters;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** One table of the paper in one layout, and the ways to read it. */
abstract class StoredTable implements Closeable {
  /** How extents are read, in which order. */
  enum Access {
    /** Each column of a row group after the other. */
    COLUMN,
    /** Part by part of the columns in turn. */
    ROW
  }

  private final Layout layout;
  private final Path path;
  private Hdfs hdfs;

  /** What a read requested. */
  record Reading(long needed, long read, long requests, long seeks) {}

  StoredTable(Layout layout, Path path) {
    this.layout = layout;
    this.path = path;
  }

  /**
   * Writes the table, reads it through its own reader, and compares the sums.
   *
   * @param expected the sums that every reader must find
   */
  static StoredTable write(Path directory, Layout layout, Totals expected) throws IOException {
    Files.createDirectories(directory);
    Path path = directory.resolve(layout.fileName());
    Files.deleteIfExists(path);
    Engine engine = layout.engine();
    try (BatchSource rows = layout.table().open()) {
      engine.format().write(rows, path, 0, p -> {});
    }
    Query all =
        new Query(layout.table().schema(), expected.columns(), Loop.SIMPLE, null)
            .in(layout.nesting());
    expected.requireSame(engine.prepare(path, all).run(), layout.fileName());
    return switch (layout.format()) {
      case "placed" -> new PlacedTable(layout, path);
      case "parquet" -> new ParquetTable(layout, path);
      default -> new OrcTable(layout, path);
    };
  }

  Layout layout() {
    return layout;
  }

  final Path path() {
    return path;
  }

  /** Copies it to HDFS, where it is read from then on. */
  void copyTo(Hdfs to) throws IOException {
    to.copyFrom(path, path.getFileName().toString());
    hdfs = to;
  }

  boolean isOn(Hdfs system) {
    return hdfs == system;
  }

  /** The file and others that belong to it. */
  List<Path> files() {
    return List.of(path);
  }

  long length() throws IOException {
    long sum = 0;
    for (Path f : files()) {
      sum += Files.size(f);
    }
    return sum;
  }

  abstract int rowGroups();

  /** Where the values of columns lie. */
  abstract List<Extent> extents(List<String> columns) throws IOException;

  /** Reads columns the way in which the format's own library does. */
  abstract Reading own(List<String> columns, Place place) throws IOException;

  /** Needed bytes of columns. */
  final long needed(List<String> columns) throws IOException {
    return extents(columns).stream().mapToLong(Extent::length).sum();
  }

  /**
   * Reads the bytes of columns, and nothing of them is decoded, through one stream per file with
   * one buffer each.
   *
   * @param ioKiB size of the buffer; 0: none, each part is read by itself
   */
  final Reading buffered(List<String> columns, Access access, int ioKiB, Place place)
      throws IOException {
    List<Extent> extents = new ArrayList<>(extents(columns));
    Comparator<Extent> order = Comparator.comparingInt(Extent::rowGroup);
    order =
        access == Access.COLUMN
            ? order.thenComparingInt(Extent::unit)
            : order.thenComparingInt(Extent::part);
    extents.sort(order.thenComparingInt(Extent::unit).thenComparingLong(Extent::offset));
    IoCounters counters = new IoCounters();
    List<Path> files = files();
    BufferedStream[] streams = new BufferedStream[files.size()];
    Head head = new Head();
    long needed = 0;
    try {
      for (Extent e : extents) {
        if (streams[e.file()] == null) {
          Path file = files.get(e.file());
          long length = Files.size(file);
          streams[e.file()] =
              new BufferedStream(
                  new CountingInput(
                      place.store().input(place.address(file), length).open(), counters),
                  length,
                  ioKiB * 1024,
                  head);
        }
        streams[e.file()].read(e.offset(), e.length());
        needed += e.length();
      }
    } finally {
      for (BufferedStream s : streams) {
        if (s != null) {
          s.close();
        }
      }
    }
    return new Reading(needed, counters.bytesRead(), counters.requests(), head.seeks());
  }

  @Override
  public void close() throws IOException {
    if (hdfs != null) {
      hdfs.delete(path.getFileName().toString());
    }
    for (Path file : files()) {
      Files.deleteIfExists(file);
    }
  }
}
