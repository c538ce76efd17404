package io.placed.scan.footer;

import io.placed.format.v1.ChunkEntry;
import io.placed.format.v1.ColumnIndex;
import io.placed.format.v1.ColumnPlace;
import io.placed.format.v1.ColumnRecord;
import io.placed.format.v1.Node;
import io.placed.scan.decode.Parents;
import io.placed.schema.Field;
import java.util.List;

/**
 * A column of an open file in one copy of the table: its record, its nodes, and its index once
 * read.
 */
public final class StoredColumn {
  private final ColumnRecord record;
  private final List<Node> nodes;
  private final int copy;
  private final boolean rowMajor;
  private final ColumnPlace place;
  private final StoredColumn[] copies;
  private ColumnIndex index;
  private List<StoredColumn> parents;

  private StoredColumn(
      ColumnRecord record, List<Node> nodes, int copy, boolean rowMajor, StoredColumn[] copies) {
    this.record = record;
    this.nodes = nodes;
    this.copy = copy;
    this.rowMajor = rowMajor;
    this.place = record.place(copy);
    this.copies = copies;
  }

  /**
   * The column in the first copy.
   *
   * @param rowMajor per copy
   */
  static StoredColumn of(ColumnRecord record, boolean[] rowMajor) {
    StoredColumn[] copies = new StoredColumn[rowMajor.length];
    List<Node> nodes = Node.of(record.field());
    for (int c = 0; c < copies.length; c++) {
      copies[c] = new StoredColumn(record, nodes, c, rowMajor[c], copies);
    }
    return copies[0];
  }

  /** The same column in another copy. */
  public StoredColumn in(int otherCopy) {
    return copies[otherCopy];
  }

  /** Number of the copy. */
  public int copy() {
    return copy;
  }

  /** Whether the columns of its group share pages. */
  public boolean rowMajor() {
    return rowMajor;
  }

  /** Its place in the copy. */
  public ColumnPlace place() {
    return place;
  }

  /** Number of its column group, over all copies. */
  public int group() {
    return place.group();
  }

  public ColumnRecord record() {
    return record;
  }

  public Field field() {
    return record.field();
  }

  public List<Node> nodes() {
    return nodes;
  }

  boolean hasIndex() {
    return index != null;
  }

  void index(ColumnIndex value) {
    index = value;
  }

  /** Its parents; null until {@link Parents} has resolved them, empty if it is not derived. */
  public List<StoredColumn> parents() {
    return parents;
  }

  public void parents(List<StoredColumn> value) {
    parents = value;
  }

  /** Number of its chunks in a row group. */
  public int chunks() {
    return rowMajor ? 1 : nodes.size();
  }

  /** The chunk of a node, or of the whole column group if its columns share pages. */
  public ChunkEntry chunk(int rowGroup, int node) {
    return index.chunks()[rowGroup][rowMajor ? 0 : node];
  }
}
