package io.placed.write;

import io.placed.compression.BlockCompressor;
import io.placed.encoding.EncodingOptions;
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
  private final StatisticsBuilder[] statistics;
  private int rows;

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
          chunks.add(columns[c].finish(Node.of(schema.field(c)), compressor));
          columns[c] = null;
        }
      }
      out.add(new PackedGroup(groups.get(g), chunks));
    }
    return out;
  }
}
