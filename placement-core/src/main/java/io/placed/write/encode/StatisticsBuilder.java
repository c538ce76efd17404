package io.placed.write.encode;

import io.placed.bytes.ByteWriter;
import io.placed.format.v1.Node;
import io.placed.format.v1.StatisticsCodec;
import io.placed.schema.Field;
import io.placed.schema.Type;
import io.placed.statistics.ColumnStatistics;
import io.placed.statistics.StatisticsCollector;
import io.placed.vector.Column;
import java.util.List;

/** Collects statistics of one column with all its nodes, per page, row group and file. */
public final class StatisticsBuilder {
  private final List<Node> nodes;
  private final StatisticsCollector[] rowGroup;
  private final StatisticsCollector[] file;
  private final ByteWriter[] pageEntries;
  private final ByteWriter rowGroups = new ByteWriter(0);
  private final ByteWriter pages = new ByteWriter(0);
  private int pagesInRowGroup;

  public StatisticsBuilder(Field column) {
    nodes = Node.of(column);
    int n = nodes.size();
    rowGroup = new StatisticsCollector[n];
    file = new StatisticsCollector[n];
    pageEntries = new ByteWriter[n];
    for (int i = 0; i < n; i++) {
      Type type = nodes.get(i).field().type();
      rowGroup[i] = new StatisticsCollector(type);
      file[i] = new StatisticsCollector(type);
      pageEntries[i] = new ByteWriter(0);
    }
  }

  void addPage(Column column, int from, int count, PageCollectors collectors) {
    ColumnChunks.walk(
        0,
        column,
        from,
        count,
        (node, c, at, n) -> {
          StatisticsCollector page = collectors.of(type(node));
          page.add(c, at, n);
          StatisticsCodec.write(pageEntries[node], type(node), page.result());
          rowGroup[node].mergeFrom(page);
          page.reset();
        });
    pagesInRowGroup++;
  }

  public void endRowGroup() {
    for (int n = 0; n < nodes.size(); n++) {
      StatisticsCodec.write(rowGroups, type(n), rowGroup[n].result());
      file[n].mergeFrom(rowGroup[n]);
      rowGroup[n].reset();
      // The entry of the row group describes a single page.
      if (pagesInRowGroup > 1) {
        pages.bytes(pageEntries[n].array(), 0, pageEntries[n].size());
      }
      pageEntries[n].clear();
    }
    pagesInRowGroup = 0;
  }

  /** The statistics part without its checksum. */
  public byte[] fileAndRowGroups() {
    ByteWriter out = new ByteWriter(rowGroups.size() + 64);
    for (int n = 0; n < nodes.size(); n++) {
      StatisticsCodec.write(out, type(n), file[n].result());
    }
    return out.bytes(rowGroups.array(), 0, rowGroups.size()).toBytes();
  }

  /** The page statistics part without its checksum. */
  public byte[] pages() {
    return pages.toBytes();
  }

  /** Statistics of the column itself, over the whole file. */
  public ColumnStatistics ofFile() {
    return file[0].result();
  }

  private Type type(int node) {
    return nodes.get(node).field().type();
  }
}
