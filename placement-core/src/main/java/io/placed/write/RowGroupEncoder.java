package io.placed.write;

import io.placed.compression.BlockCompressor;
import io.placed.encoding.EncodingOptions;
import io.placed.error.MalformedDataException;
import io.placed.format.v1.ElementMemory;
import io.placed.format.v1.Node;
import io.placed.format.v1.RowMajorWriter;
import io.placed.schema.Schema;
import io.placed.vector.Batch;
import io.placed.vector.Column;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Collects the pages of one row group, encoded, until the row group is written as a whole. */
final class RowGroupEncoder {
  private final Schema schema;
  private final List<int[]> groups;
  private final boolean rowMajor;
  private final ColumnChunks[] columns;
  private final List<List<byte[]>> rowMajorPages = new ArrayList<>();
  private long rowMajorBytes;

  /** Per page, over all nodes; see {@link ElementMemory}. */
  private final List<Long> elementExcess = new ArrayList<>();

  private final StatisticsBuilder[] statistics;
  private int rows;
  private long choosingNanos;

  /**
   * @param statistics per column, told of every page; empty for a trial
   */
  RowGroupEncoder(
      Schema schema,
      List<int[]> groups,
      boolean rowMajor,
      EncodingOptions options,
      StatisticsBuilder[] statistics) {
    this.schema = schema;
    this.groups = groups;
    this.rowMajor = rowMajor;
    this.statistics = statistics;
    this.columns = new ColumnChunks[rowMajor ? 0 : schema.size()];
    Arrays.setAll(columns, c -> new ColumnChunks(schema.field(c), options));
    if (rowMajor) {
      groups.forEach(g -> rowMajorPages.add(new ArrayList<>()));
    }
  }

  int rows() {
    return rows;
  }

  /** Time that went into choosing encodings, once finished. */
  long choosingNanos() {
    return choosingNanos;
  }

  void addPage(Batch batch, int from, int count) {
    for (int c = 0; c < columns.length; c++) {
      columns[c].addPage(batch.column(c), from, count);
    }
    for (int g = 0; g < rowMajorPages.size(); g++) {
      List<Column> members = new ArrayList<>();
      for (int c : groups.get(g)) {
        members.add(batch.column(c));
      }
      byte[] page = RowMajorWriter.write(members, from, count);
      for (Column member : members) {
        long bytes = ElementMemory.of(member, from, count);
        requireElementMemory(ElementMemory.excess(bytes, page.length));
      }
      rowMajorPages.get(g).add(page);
      rowMajorBytes += page.length;
    }
    for (int c = 0; c < statistics.length; c++) {
      statistics[c].addPage(batch.column(c), from, count);
    }
    rows += count;
  }

  /** Encoded bytes so far, before compression, about. */
  long estimatedBytes() {
    long sum = rowMajorBytes;
    for (ColumnChunks c : columns) {
      sum += c.estimatedBytes();
    }
    return sum;
  }

  /** Per column group, in the order of the groups: the chunks of its columns, in order. */
  List<PackedGroup> finish(BlockCompressor compressor) {
    List<PackedGroup> out = new ArrayList<>(groups.size());
    for (int g = 0; g < groups.size(); g++) {
      List<List<PackedChunk>> chunks = new ArrayList<>();
      if (rowMajor) {
        List<PackedPart> pages = new ArrayList<>();
        for (byte[] page : rowMajorPages.get(g)) {
          pages.add(PackedPart.of(page, page.length, compressor));
        }
        chunks.add(List.of(new PackedChunk(null, pages, null)));
      } else {
        for (int c : groups.get(g)) {
          List<Node> nodes = Node.of(schema.field(c));
          List<PackedChunk> packed = columns[c].finish(nodes, compressor);
          addElementExcess(nodes, packed);
          chunks.add(packed);
          choosingNanos += columns[c].choosingNanos();
          columns[c] = null;
        }
      }
      out.add(new PackedGroup(groups.get(g), chunks));
    }
    elementExcess.forEach(RowGroupEncoder::requireElementMemory);
    return out;
  }

  private void addElementExcess(List<Node> nodes, List<PackedChunk> chunks) {
    for (int n = 0; n < chunks.size(); n++) {
      for (int p = 0; p < chunks.get(n).pages().size(); p++) {
        if (elementExcess.size() == p) {
          elementExcess.add(0L);
        }
        long more = chunks.get(n).elementExcess(p, nodes.get(n).field().type());
        elementExcess.set(p, elementExcess.get(p) + more);
      }
    }
  }

  /** What readers refuse is not written; pages are cut so that only a single row can get here. */
  private static void requireElementMemory(long excess) {
    try {
      ElementMemory.check(excess);
    } catch (MalformedDataException e) {
      throw new IllegalArgumentException("a row is too large: " + e.getMessage(), e);
    }
  }
}
