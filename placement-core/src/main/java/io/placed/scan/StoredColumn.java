package io.placed.scan;

import io.placed.format.v1.ChunkEntry;
import io.placed.format.v1.ColumnIndex;
import io.placed.format.v1.ColumnRecord;
import io.placed.format.v1.Node;
import io.placed.schema.Field;
import java.util.List;

/** A column of an open file: its record, its nodes, and its index once that was read. */
final class StoredColumn {
  private final ColumnRecord record;
  private final List<Node> nodes;
  private ColumnIndex index;
  private List<StoredColumn> parents;

  StoredColumn(ColumnRecord record) {
    this.record = record;
    this.nodes = Node.of(record.field());
  }

  ColumnRecord record() {
    return record;
  }

  Field field() {
    return record.field();
  }

  List<Node> nodes() {
    return nodes;
  }

  boolean hasIndex() {
    return index != null;
  }

  void index(ColumnIndex value) {
    index = value;
  }

  /** What its derivation names; null until {@link Parents} has found them, empty without one. */
  List<StoredColumn> parents() {
    return parents;
  }

  void parents(List<StoredColumn> value) {
    parents = value;
  }

  /** The pages of a node, or of the whole column group in a row-major file. */
  ChunkEntry chunk(int rowGroup, int node, boolean rowMajor) {
    return index.chunks()[rowGroup][rowMajor ? 0 : node];
  }
}
