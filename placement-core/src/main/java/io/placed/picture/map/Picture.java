package io.placed.picture.map;

import java.util.List;

/**
 * The content of a map, independent of its output format. Strings come from data, not escaped.
 *
 * @param facts one line each, about the table
 * @param scale bytes that the width of a lane represents
 * @param legend column groups, in the order of the schema
 * @param query lines about the query; none without a query
 * @param notes lines about what is omitted or merged
 */
record Picture(
    String title,
    List<String> facts,
    long scale,
    List<Lane> lanes,
    List<LegendEntry> legend,
    List<String> query,
    List<String> notes) {

  /**
   * One file, or all files without a lane of their own.
   *
   * @param scale bytes that its width represents
   * @param rowGroups their contiguous data in this file
   * @param physical physical blocks
   * @param stored blocks of the file system
   * @param needed bytes that the query needs
   * @param requests bytes that it reads
   */
  record Lane(
      String label,
      String detail,
      long length,
      long scale,
      List<Shape> shapes,
      List<Bar> rowGroups,
      List<Bar> physical,
      List<Bar> stored,
      List<Bar> needed,
      List<Bar> requests) {}

  /**
   * A byte range that is drawn as one shape.
   *
   * @param look of a column group: its position in the legend
   */
  record Shape(long offset, long length, int look, State state, String text) {
    /** Metadata of the file: header and footer. */
    static final int ABOUT = -1;

    /** Several column groups. */
    static final int SEVERAL = -2;

    /** A whole file. */
    static final int FILE = -3;
  }

  /** A range of a file. */
  record Bar(long offset, long length, String text) {}

  /** A column group. */
  record LegendEntry(String columns, long bytes) {}

  /** How the query uses a shape. */
  enum State {
    /** There is no query. */
    PLAIN,
    NEEDED,
    /** Data of a column that the query uses, skipped by statistics. */
    PRUNED,
    /** Data of a column that the query does not use. */
    UNUSED
  }
}
