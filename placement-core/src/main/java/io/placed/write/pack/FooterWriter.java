package io.placed.write.pack;

import io.placed.encoding.derived.Derivation;
import io.placed.format.v1.BlockEntry;
import io.placed.format.v1.ChunkEntry;
import io.placed.format.v1.ColumnPlace;
import io.placed.format.v1.ColumnRecord;
import io.placed.format.v1.CopyEntry;
import io.placed.format.v1.FileMetadata;
import io.placed.format.v1.FormatV1;
import io.placed.format.v1.Node;
import io.placed.format.v1.PartKind;
import io.placed.format.v1.PartPointer;
import io.placed.format.v1.Root;
import io.placed.format.v1.RowGroupEntry;
import io.placed.format.v1.SiblingEntry;
import io.placed.placement.Placement;
import io.placed.schema.Schema;
import io.placed.write.encode.StatisticsBuilder;
import io.placed.write.encode.TableCopy;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Collects the positions of all parts, and writes the footer. */
public final class FooterWriter {
  private final Schema schema;
  private final Placement placement;
  private final List<CopyFooter> copies = new ArrayList<>();
  private final StatisticsBuilder[] statistics;

  /** Per column; null if it is not derived. */
  private final Derivation[] derivations;

  private final List<RowGroupEntry> rowGroups = new ArrayList<>();

  public FooterWriter(
      Schema schema, Placement placement, List<TableCopy> copies, StatisticsBuilder[] statistics) {
    this.schema = schema;
    this.placement = placement;
    this.statistics = statistics;
    this.derivations = new Derivation[schema.size()];
    copies.forEach(c -> this.copies.add(new CopyFooter(c, schema.size())));
  }

  /**
   * @param group numbered over all copies
   * @param entries entries of the nodes per column of the group; a single one if row-major
   */
  void addGroup(int group, List<List<ChunkEntry>> entries) {
    for (int c = copies.size() - 1; ; c--) {
      if (group >= copies.get(c).copy().firstGroup()) {
        copies.get(c).add(group, entries);
        return;
      }
    }
  }

  /** Sets the derivations of all columns; null for a column that is not derived. */
  public void derivations(Derivation[] perColumn) {
    System.arraycopy(perColumn, 0, derivations, 0, derivations.length);
  }

  public void endRowGroup(RowGroupEntry entry) {
    rowGroups.add(entry);
  }

  public List<RowGroupEntry> rowGroups() {
    return rowGroups;
  }

  /**
   * @param siblings all other files
   * @param blocks the physical blocks; the last one of the table file extends to its end
   */
  public void write(
      PartWriter out,
      Map<String, String> metadata,
      List<SiblingEntry> siblings,
      List<BlockEntry> blocks)
      throws IOException {
    PartPointer[] statisticsParts = new PartPointer[schema.size()];
    PartPointer[] pageStatisticsParts = new PartPointer[schema.size()];
    for (CopyFooter copy : copies) {
      copy.beginParts(out);
    }
    // The parts of a column are adjacent: a filter on it reads all of them.
    for (int c = 0; c < schema.size(); c++) {
      for (CopyFooter copy : copies) {
        copy.writeColumn(out, c);
      }
      statisticsParts[c] = part(out, PartKind.STATISTICS, c, statistics[c].fileAndRowGroups());
      pageStatisticsParts[c] = part(out, PartKind.PAGE_STATISTICS, c, statistics[c].pages());
    }
    long bucketsOffset = out.position();
    int[] buckets = writeBuckets(out, statisticsParts, pageStatisticsParts);
    PartPointer metadataPart =
        metadata.isEmpty()
            ? PartPointer.NONE
            : out.write(PartKind.METADATA, FileMetadata.toBytes(metadata));
    int nodes = 0;
    for (int c = 0; c < schema.size(); c++) {
      nodes += Node.count(schema.field(c));
    }
    long rows = rowGroups.stream().mapToLong(RowGroupEntry::rows).sum();
    CopyEntry first = copies.get(0).entry();
    Root root =
        new Root(
            rows,
            schema.size(),
            nodes,
            WriterVersion.TEXT,
            placement.toString(),
            metadataPart,
            siblings,
            rowGroups,
            blocks,
            first.groups(),
            first.stride(),
            first.layout(),
            copies.stream().skip(1).map(CopyFooter::entry).toList(),
            bucketsOffset,
            buckets);
    out.writeTail(out.write(PartKind.ROOT, root.toBytes()));
  }

  static PartPointer part(PartWriter out, PartKind kind, int column, byte[] bytes)
      throws IOException {
    return bytes.length == 0
        ? PartPointer.NONE
        : out.write(kind, FormatV1.NONE, column, FormatV1.NONE, bytes, bytes.length);
  }

  private int[] writeBuckets(
      PartWriter out, PartPointer[] statisticsParts, PartPointer[] pageStatisticsParts)
      throws IOException {
    int count = (schema.size() + FormatV1.COLUMNS_PER_BUCKET - 1) / FormatV1.COLUMNS_PER_BUCKET;
    count = Math.min(count, FormatV1.MAX_BUCKETS);
    List<List<ColumnRecord>> buckets = new ArrayList<>();
    for (int b = 0; b < count; b++) {
      buckets.add(new ArrayList<>());
    }
    for (int[] members : copies.get(0).copy().groups()) {
      for (int c : members) {
        List<ColumnPlace> places = copies.stream().map(copy -> copy.place(c)).toList();
        ColumnPlace place = places.get(0);
        ColumnRecord r =
            new ColumnRecord(
                c,
                place.group(),
                place.positionInGroup(),
                schema.field(c),
                place.index(),
                place.indexPart(),
                statisticsParts[c],
                pageStatisticsParts[c],
                derivations[c],
                places.size() == 1 ? List.of() : places);
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
