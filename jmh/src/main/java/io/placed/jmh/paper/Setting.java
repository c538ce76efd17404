package io.placed.jmh.paper;

import java.util.List;

/**
 * One way to store a table and one way to read some of its columns.
 *
 * @param table name of the table
 * @param rowGroupMiB size of a row group
 * @param grouped whether the columns that are read are one column group, stored row by row
 * @param files that a row group is spread over
 * @param columns numbers of the columns that are read
 * @param access how
 * @param ioKiB buffer of the reader, 0 = none
 * @param readaheadKiB most that the operating system reads ahead; -1 = as it is set
 */
record Setting(
    String table,
    int rowGroupMiB,
    boolean grouped,
    int files,
    List<Integer> columns,
    Access access,
    int ioKiB,
    int readaheadKiB) {

  /** How columns are read. */
  enum Access {
    /** The paper's: each column of a row group through one buffered stream, column after column. */
    COLUMN_WISE,
    /** The paper's: page by page of the columns in turn, through one buffered stream. */
    ROW_WISE,
    /** This library's reader: all ranges are known beforehand and read exactly. */
    PLANNED;

    /** For people. */
    String text() {
      return name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
    }
  }

  /** What has to be stored for it. */
  Layout layout() {
    return new Layout(table, rowGroupMiB, grouped ? columns : List.of(), files);
  }

  /** Identifies it in a file of results. */
  String key() {
    return String.join(
        "/",
        table,
        "rg=" + rowGroupMiB,
        grouped ? "grouped" : "single",
        "files=" + files,
        "columns=" + columns,
        access.text(),
        "io=" + ioKiB,
        "ra=" + readaheadKiB);
  }

  /**
   * A way to store a table.
   *
   * @param group columns that lie together; none = each by itself
   */
  record Layout(String table, int rowGroupMiB, List<Integer> group, int files) {
    /** As the writer takes it. Blocks are large enough never to matter, as in the paper (§4.5). */
    String placement() {
      String groups =
          group.isEmpty()
              ? "none"
              : "("
                  + String.join(", ", group.stream().map(PaperTable::column).toList())
                  + ") stride 1";
      return "row-group="
          + rowGroupMiB
          + "MiB; column-groups="
          + groups
          + "; packing="
          + (files == 1 ? "many-row-groups(block=1GiB)" : "files(" + files + ")");
    }

    String fileName() {
      return (table + "-" + rowGroupMiB + "-" + (group.isEmpty() ? "single" : "grouped") + group)
              .replaceAll("[^A-Za-z0-9]+", "-")
          + files
          + ".placed";
    }
  }
}
