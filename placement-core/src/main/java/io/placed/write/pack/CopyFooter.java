package io.placed.write.pack;

import io.placed.bytes.ByteWriter;
import io.placed.format.v1.ChunkEntry;
import io.placed.format.v1.ColumnIndex;
import io.placed.format.v1.ColumnPlace;
import io.placed.format.v1.CopyEntry;
import io.placed.format.v1.FormatV1;
import io.placed.format.v1.PartKind;
import io.placed.format.v1.PartPointer;
import io.placed.write.encode.TableCopy;
import java.io.IOException;
import java.util.List;

/** Collects the positions of the columns of one copy of the table, for the footer. */
final class CopyFooter {
  private final TableCopy copy;

  /** Entries of all row groups so far, per column, or per column group if row-major. */
  private final ByteWriter[] indexes;

  /** Stored bytes per column. */
  private final long[] bytes;

  private final PartPointer[] indexParts;

  private final int[] groupOf;

  private final int[] positionInGroup;

  CopyFooter(TableCopy copy, int columns) {
    this.copy = copy;
    this.indexes = new ByteWriter[copy.rowMajor() ? copy.groups().size() : columns];
    for (int i = 0; i < indexes.length; i++) {
      indexes[i] = new ByteWriter(16);
    }
    this.bytes = new long[indexes.length];
    this.indexParts = new PartPointer[indexes.length];
    this.groupOf = new int[columns];
    this.positionInGroup = new int[columns];
    for (int g = 0; g < copy.groups().size(); g++) {
      int[] members = copy.groups().get(g);
      for (int p = 0; p < members.length; p++) {
        groupOf[members[p]] = g;
        positionInGroup[members[p]] = p;
      }
    }
  }

  TableCopy copy() {
    return copy;
  }

  CopyEntry entry() {
    return new CopyEntry(
        copy.groups().size(),
        copy.stride(),
        copy.rowMajor() ? FormatV1.LAYOUT_ROW_MAJOR : FormatV1.LAYOUT_COLUMNAR);
  }

  /**
   * @param group numbered over all copies
   * @param entries entries of the nodes per column of the group; a single one if row-major
   */
  void add(int group, List<List<ChunkEntry>> entries) {
    int g = group - copy.firstGroup();
    for (int i = 0; i < entries.size(); i++) {
      int index = copy.rowMajor() ? g : copy.groups().get(g)[i];
      ColumnIndex.writeRowGroup(indexes[index], entries.get(i));
      for (ChunkEntry e : entries.get(i)) {
        bytes[index] += e.storedBytes();
      }
    }
  }

  /** Writes the indexes that columns share. */
  void beginParts(PartWriter out) throws IOException {
    for (int g = 0; copy.rowMajor() && g < indexes.length; g++) {
      int number = copy.firstGroup() + g;
      indexParts[g] = FooterWriter.part(out, PartKind.COLUMN_INDEX, number, indexes[g].toBytes());
    }
  }

  /** Writes the index of a column, unless it is shared or short enough for the column record. */
  void writeColumn(PartWriter out, int c) throws IOException {
    if (!copy.rowMajor()) {
      boolean inline = indexes[c].size() <= FormatV1.MAX_INLINE_INDEX_BYTES;
      indexParts[c] =
          inline
              ? PartPointer.NONE
              : FooterWriter.part(out, PartKind.COLUMN_INDEX, c, indexes[c].toBytes());
    }
  }

  /** The place of a column, once its parts are written. */
  ColumnPlace place(int c) {
    int index = copy.rowMajor() ? groupOf[c] : c;
    boolean inline = indexParts[index].length() == 0;
    return new ColumnPlace(
        copy.firstGroup() + groupOf[c],
        positionInGroup[c],
        bytes[index],
        inline ? indexes[index].toBytes() : null,
        indexParts[index]);
  }
}
