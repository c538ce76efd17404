package io.placed.jmh.engine;

/**
 * What is chosen of a file of Parquet or ORC besides its codec: the functions of a placement, as
 * far as the format has them. Rows come in the order in which they are handed over.
 *
 * @param rowGroupBytes size of a row group or stripe; 0: as the format has it
 * @param rowGroupRows rows of one at most; 0: as many as the format puts there
 * @param nesting which columns lie together, as structs
 * @param blockBytes size of a block of the file system that no row group crosses; 0: they may
 * @param encodes whether dictionaries are used
 */
public record Container(
    long rowGroupBytes, int rowGroupRows, Nesting nesting, long blockBytes, boolean encodes) {
  public static final Container USUAL = new Container(0, 0, Nesting.NONE, 0, true);

  /** The same with row groups of so many bytes. */
  public Container withRowGroup(long bytes) {
    return new Container(bytes, rowGroupRows, nesting, blockBytes, encodes);
  }

  public Container withNesting(Nesting how) {
    return new Container(rowGroupBytes, rowGroupRows, how, blockBytes, encodes);
  }

  /** The same without dictionaries. */
  public Container plain() {
    return new Container(rowGroupBytes, rowGroupRows, nesting, blockBytes, false);
  }

  Container withRows(int rows) {
    return rows == 0 ? this : new Container(rowGroupBytes, rows, nesting, blockBytes, encodes);
  }

  /** For the names of files, beginning with a blank; empty for the usual one. */
  String text() {
    if (equals(USUAL)) {
      return "";
    }
    return " rg"
        + rowGroupBytes
        + (encodes ? "" : " plain")
        + (nesting.groups().isEmpty()
            ? ""
            : " "
                + String.join(
                    " ", nesting.groups().stream().map(g -> String.join("+", g)).toList()));
  }
}
