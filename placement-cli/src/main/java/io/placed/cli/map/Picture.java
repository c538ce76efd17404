package io.placed.cli.map;

import java.util.List;

/**
 * What a map shows, whatever it is drawn with. Texts come from data and are not escaped.
 *
 * @param facts one line each, about the table
 * @param scale bytes that the width of a lane stands for
 * @param legend column groups, in the order of the schema
 * @param query lines about the query that is laid over the table; none without one
 * @param notes what is not drawn, or not one by one, and why
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
   * One file, or all files that have no lane of their own.
   *
   * @param scale bytes that its width stands for
   * @param rowGroups their data in this file, or the parts of it that lie together
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
   * Bytes that are drawn as one.
   *
   * @param look of a column group: its position in the legend
   */
  record Shape(long offset, long length, int look, State state, String text) {
    /** What a file says about itself. */
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

  /** What the query makes of a shape. */
  enum State {
    /** There is no query. */
    PLAIN,
    NEEDED,
    /** Of a column that the query uses, but statistics rule all of it out. */
    PRUNED,
    /** Of a column that the query does not use. */
    UNUSED
  }
}
