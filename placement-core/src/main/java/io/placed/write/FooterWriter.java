package io.placed.write;

import io.placed.encoding.Derivation;
import io.placed.format.v1.BlockEntry;
import io.placed.format.v1.ByteWriter;
import io.placed.format.v1.ChunkEntry;
import io.placed.format.v1.ColumnIndex;
import io.placed.format.v1.ColumnRecord;
import io.placed.format.v1.FileMetadata;
import io.placed.format.v1.FormatV1;
import io.placed.format.v1.Node;
import io.placed.format.v1.PartKind;
import io.placed.format.v1.PartPointer;
import io.placed.format.v1.Root;
import io.placed.format.v1.RowGroupEntry;
import io.placed.placement.Placement;
import io.placed.schema.Schema;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Remembers where everything was written and writes the footer in the end. */
final class FooterWriter {
  private final Schema schema;
  private final Placement placement;
  private final List<int[]> groups;
  private final boolean rowMajor;
  private final StatisticsBuilder[] statistics;

  /** Per column, null where there is none. */
  private final Derivation[] derivations;

  /** Per column, or per column group when row-major: the entries of all row groups so far. */
  private final ByteWriter[] indexes;

  private final List<RowGroupEntry> rowGroups = new ArrayList<>();

  FooterWriter(
      Schema schema,
      Placement placement,
      List<int[]> groups,
      boolean rowMajor,
      StatisticsBuilder[] statistics) {
    this.schema = schema;
    this.placement = placement;
    this.groups = groups;
    this.rowMajor = rowMajor;
    this.statistics = statistics;
    this.derivations = new Derivation[schema.size()];
    this.indexes = new ByteWriter[rowMajor ? groups.size() : schema.size()];
    for (int i = 0; i < indexes.length; i++) {
      indexes[i] = new ByteWriter(16);
    }
  }

  /**
   * @param entries per column of the group the entries of its nodes; a single one when row-major
   */
  void addGroup(int group, List<List<ChunkEntry>> entries) {
    for (int i = 0; i < entries.size(); i++) {
      int index = rowMajor ? group : groups.get(group)[i];
      ColumnIndex.writeRowGroup(indexes[index], entries.get(i));
    }
  }

  /** Says which columns are derived, null where one is not. */
  void derivations(Derivation[] perColumn) {
    System.arraycopy(perColumn, 0, derivations, 0, derivations.length);
  }

  void endRowGroup(RowGroupEntry entry) {
    rowGroups.add(entry);
  }

  List<RowGroupEntry> rowGroups() {
    return rowGroups;
  }

  /**
   * @param blocks where the physical blocks lie; the last one grows to the end of the file
   */
  void write(PartWriter out, Map<String, String> metadata, List<BlockEntry> blocks)
      throws IOException {
    PartPointer[] indexParts = new PartPointer[indexes.length];
    PartPointer[] statisticsParts = new PartPointer[schema.size()];
    PartPointer[] pageStatisticsParts = new PartPointer[schema.size()];
    if (rowMajor) {
      for (int g = 0; g < indexes.length; g++) {
        indexParts[g] = part(out, PartKind.COLUMN_INDEX, g, indexes[g].toBytes());
      }
    }
    // What belongs to a column lies together: a filter on it reads all of this.
    for (int c = 0; c < schema.size(); c++) {
      if (!rowMajor) {
        boolean inline = indexes[c].size() <= FormatV1.MAX_INLINE_INDEX_BYTES;
        indexParts[c] =
            inline ? PartPointer.NONE : part(out, PartKind.COLUMN_INDEX, c, indexes[c].toBytes());
      }
      statisticsParts[c] = part(out, PartKind.STATISTICS, c, statistics[c].fileAndRowGroups());
      pageStatisticsParts[c] = part(out, PartKind.PAGE_STATISTICS, c, statistics[c].pages());
    }
    long bucketsOffset = out.position();
    int[] buckets = writeBuckets(out, indexParts, statisticsParts, pageStatisticsParts);
    PartPointer metadataPart =
        metadata.isEmpty()
            ? PartPointer.NONE
            : out.write(PartKind.METADATA, FileMetadata.toBytes(metadata));
    int nodes = 0;
    for (int c = 0; c < schema.size(); c++) {
      nodes += Node.count(schema.field(c));
    }
    long rows = rowGroups.stream().mapToLong(RowGroupEntry::rows).sum();
    Root root =
        new Root(
            rows,
            schema.size(),
            nodes,
            WriterVersion.TEXT,
            placement.toString(),
            metadataPart,
            List.of(),
            rowGroups,
            blocks,
            groups.size(),
            placement.columnGroups().stride(),
            rowMajor ? FormatV1.LAYOUT_ROW_MAJOR : FormatV1.LAYOUT_COLUMNAR,
            bucketsOffset,
            buckets);
    out.writeTail(out.write(PartKind.ROOT, root.toBytes()));
  }

  private static PartPointer part(PartWriter out, PartKind kind, int column, byte[] bytes)
      throws IOException {
    return bytes.length == 0
        ? PartPointer.NONE
        : out.write(kind, FormatV1.NONE, column, FormatV1.NONE, bytes, bytes.length);
  }

  private int[] writeBuckets(
      PartWriter out,
      PartPointer[] indexParts,
      PartPointer[] statisticsParts,
      PartPointer[] pageStatisticsParts)
      throws IOException {
    int count = (schema.size() + FormatV1.COLUMNS_PER_BUCKET - 1) / FormatV1.COLUMNS_PER_BUCKET;
    count = Math.min(count, FormatV1.MAX_BUCKETS);
    List<List<ColumnRecord>> buckets = new ArrayList<>();
    for (int b = 0; b < count; b++) {
      buckets.add(new ArrayList<>());
    }
    for (int g = 0; g < groups.size(); g++) {
      int[] members = groups.get(g);
      for (int position = 0; position < members.length; position++) {
        int c = members[position];
        int index = rowMajor ? g : c;
        boolean inline = indexParts[index].length() == 0;
        ColumnRecord r =
            new ColumnRecord(
                c,
                g,
                position,
                schema.field(c),
                inline ? indexes[index].toBytes() : null,
                indexParts[index],
                statisticsParts[c],
                pageStatisticsParts[c],
                derivations[c]);
        buckets.get(Root.bucketOf(schema.field(c).name(), count)).add(r);
      }
    }
    int[] lengths = new int[count];
    for (int b = 0; b < count; b++) {
      byte[] bytes = ColumnRecord.writeBucket(buckets.get(b));
      lengths[b] =
          out.write(PartKind.BUCKET, FormatV1.NONE, b, FormatV1.NONE, bytes, bytes.length).length();
    }
    return lengths;
  }
}
