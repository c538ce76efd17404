package io.placed.benchmarks.engine;

import io.placed.formats.container.Nesting;

/**
 * What is chosen of a file of Parquet or ORC besides its codec: the functions of a placement, as
 * far as the format has them. Rows come in the order in which they are handed over.
 *
 * @param rowGroupBytes size of a row group or stripe; 0: as the format has it
 * @param nesting which columns lie together, as structs
 * @param encodes whether dictionaries are used
 * @param statistics whether statistics are written
 */
public record Container(long rowGroupBytes, Nesting nesting, boolean encodes, boolean statistics) {
  public static final Container USUAL = new Container(0, Nesting.NONE, true, true);

  /** The same with row groups of so many bytes. */
  public Container withRowGroup(long bytes) {
    return new Container(bytes, nesting, encodes, statistics);
  }

  public Container withNesting(Nesting how) {
    return new Container(rowGroupBytes, how, encodes, statistics);
  }

  /** The same without dictionaries. */
  public Container plain() {
    return new Container(rowGroupBytes, nesting, false, statistics);
  }

  /** The same without statistics. */
  public Container withoutStatistics() {
    return new Container(rowGroupBytes, nesting, encodes, false);
  }

  /** For the names of files, beginning with a blank; empty for the usual one. */
  String text() {
    if (equals(USUAL)) {
      return "";
    }
    return " rg"
        + rowGroupBytes
        + (encodes ? "" : " plain")
        + (statistics ? "" : " bare")
        + (nesting.groups().isEmpty()
            ? ""
            : " "
                + String.join(
                    " ", nesting.groups().stream().map(g -> String.join("+", g)).toList()));
  }
}
