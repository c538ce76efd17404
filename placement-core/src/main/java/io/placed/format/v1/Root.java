package io.placed.format.v1;

import io.placed.bytes.ByteReader;
import io.placed.bytes.ByteWriter;
import io.placed.error.MalformedDataException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The root of the footer, from which all other parts are found.
 *
 * @param stride rows that one column stores before the next of its group follows; 0 = the row group
 * @param layout {@link FormatV1#LAYOUT_COLUMNAR} or {@link FormatV1#LAYOUT_ROW_MAJOR}
 * @param copies column groups of further copies
 * @param bucketLengths bytes of each bucket, including the checksum
 */
public record Root(
    long rows,
    int columns,
    int nodes,
    String createdBy,
    String placement,
    PartPointer metadata,
    List<SiblingEntry> siblings,
    List<RowGroupEntry> rowGroups,
    List<BlockEntry> blocks,
    int groups,
    int stride,
    int layout,
    List<CopyEntry> copies,
    long bucketsOffset,
    int[] bucketLengths) {

  /** Number of the bucket of the column with this name. */
  public static int bucketOf(String name, int buckets) {
    int hash = 0x811C9DC5;
    for (byte b : name.toLowerCase(Locale.ROOT).getBytes(StandardCharsets.UTF_8)) {
      hash = (hash ^ (b & 0xFF)) * 0x01000193;
    }
    return Integer.remainderUnsigned(hash, buckets);
  }

  /** The part without its checksum. */
  public byte[] toBytes() {
    ByteWriter out = new ByteWriter(256);
    out.u64(rows).u32(columns).u32(nodes).string(createdBy).string(placement);
    metadata.write(out);
    out.varint(siblings.size());
    for (SiblingEntry s : siblings) {
      s.write(out);
    }
    out.varint(rowGroups.size());
    for (RowGroupEntry g : rowGroups) {
      out.varint(g.rows()).varint(g.pageRows()).varint(g.offset()).varint(g.length());
    }
    out.varint(blocks.size());
    for (BlockEntry b : blocks) {
      out.varint(b.file()).varint(b.offset()).varint(b.length());
    }
    out.varint(groups).varint(stride).u8(layout).varint(copies.size());
    for (CopyEntry c : copies) {
      out.varint(c.groups()).varint(c.stride()).u8(c.layout());
    }
    out.u64(bucketsOffset).varint(bucketLengths.length);
    for (int length : bucketLengths) {
      out.varint(length);
    }
    return out.toBytes();
  }

  /** Reads and validates the part without its checksum. */
  public static Root read(byte[] bytes, int offset, int length) {
    ByteReader in = new ByteReader(bytes, offset, length);
    long rows = in.u64();
    int columns = in.u32();
    int nodes = in.u32();
    String createdBy = in.string("the writer's name");
    String placement = in.string("the placement");
    PartPointer metadata = PartPointer.read(in);
    int siblingCount = in.count("siblings", 29);
    List<SiblingEntry> siblings = new ArrayList<>(siblingCount);
    for (int i = 0; i < siblingCount; i++) {
      siblings.add(SiblingEntry.read(in));
    }
    requireDifferent(siblings);
    List<RowGroupEntry> rowGroups = readRowGroups(in, rows);
    int blockCount = in.count("blocks", 3);
    List<BlockEntry> blocks = new ArrayList<>(blockCount);
    for (int i = 0; i < blockCount; i++) {
      blocks.add(
          new BlockEntry(
              in.varint("file of a block", siblingCount),
              in.varintLong("offset of a block", Long.MAX_VALUE / 2),
              in.varintLong("length of a block", Long.MAX_VALUE / 2)));
    }
    int groups = in.varint("number of column groups", Integer.MAX_VALUE);
    int stride = in.varint("stride", Integer.MAX_VALUE);
    int layout = readLayout(in);
    int copyCount = in.count("copies", 3);
    List<CopyEntry> copies = new ArrayList<>(copyCount);
    for (int i = 0; i < copyCount; i++) {
      copies.add(
          new CopyEntry(
              in.varint("number of column groups", Integer.MAX_VALUE),
              in.varint("stride", Integer.MAX_VALUE),
              readLayout(in)));
    }
    long bucketsOffset = in.u64();
    int[] buckets = new int[in.count("buckets", 1)];
    for (int i = 0; i < buckets.length; i++) {
      buckets[i] = in.varint("length of a bucket", FormatV1.MAX_RAW_PAGE_BYTES);
    }
    in.end("the root");
    long bucketBytes = 0;
    for (int bucket : buckets) {
      bucketBytes += bucket;
    }
    if (bucketsOffset < 0 || bucketsOffset > Long.MAX_VALUE / 2) {
      throw new MalformedDataException(
          "the offset of the buckets is out of range, found "
              + Long.toUnsignedString(bucketsOffset));
    }
    // Checked before allocating per column or node: a record is at least as large as its nodes.
    if (nodes > bucketBytes / ColumnRecord.MIN_NODE_BYTES) {
      throw new MalformedDataException(
          nodes + " nodes do not fit into " + bucketBytes + " bytes of column records");
    }
    if (columns < 0 || nodes < columns || (columns > 0 && buckets.length == 0)) {
      throw new MalformedDataException(
          "the numbers of columns, nodes and buckets contradict each other, found "
              + columns
              + ", "
              + nodes
              + " and "
              + buckets.length);
    }
    return new Root(
        rows,
        columns,
        nodes,
        createdBy,
        placement,
        metadata,
        siblings,
        rowGroups,
        blocks,
        groups,
        stride,
        layout,
        copies,
        bucketsOffset,
        buckets);
  }

  private static int readLayout(ByteReader in) {
    int layout = in.u8();
    if (layout > FormatV1.LAYOUT_ROW_MAJOR) {
      throw new MalformedDataException("layout " + layout + " is unknown");
    }
    return layout;
  }

  private static void requireDifferent(List<SiblingEntry> siblings) {
    Set<String> names = new HashSet<>();
    for (SiblingEntry s : siblings) {
      if (!names.add(s.name())) {
        throw new MalformedDataException("sibling '" + s.name() + "' is listed twice");
      }
    }
  }

  private static List<RowGroupEntry> readRowGroups(ByteReader in, long rows) {
    int count = in.count("row groups", 4);
    List<RowGroupEntry> out = new ArrayList<>(count);
    long sum = 0;
    for (int i = 0; i < count; i++) {
      RowGroupEntry g =
          new RowGroupEntry(
              in.varint("rows of a row group", Integer.MAX_VALUE),
              in.varint("rows of a page", Integer.MAX_VALUE),
              in.varintLong("offset of a row group", Long.MAX_VALUE / 2),
              in.varintLong("length of a row group", Long.MAX_VALUE / 2));
      if (g.rows() == 0 || g.pageRows() == 0) {
        throw new MalformedDataException("row group " + i + " has no rows or pages without rows");
      }
      if (Math.min(g.rows(), g.pageRows()) > FormatV1.MAX_PAGE_ROWS) {
        throw new MalformedDataException(
            "row group "
                + i
                + " has pages of "
                + g.pageRows()
                + " rows, at most "
                + FormatV1.MAX_PAGE_ROWS
                + " are allowed");
      }
      if (g.pages() > 1 && g.pageRows() % FormatV1.VECTOR_ROWS != 0) {
        throw new MalformedDataException(
            "row group "
                + i
                + " has pages of "
                + g.pageRows()
                + " rows, which is not a multiple of "
                + FormatV1.VECTOR_ROWS);
      }
      sum += g.rows();
      out.add(g);
    }
    if (sum != rows) {
      throw new MalformedDataException(
          "the row groups have " + sum + " rows, the file " + Long.toUnsignedString(rows));
    }
    return out;
  }
}
