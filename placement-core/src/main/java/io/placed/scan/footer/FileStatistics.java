package io.placed.scan.footer;

import io.placed.bytes.ByteReader;
import io.placed.format.v1.FormatV1;
import io.placed.format.v1.Node;
import io.placed.format.v1.PartKind;
import io.placed.format.v1.RowGroupEntry;
import io.placed.format.v1.StatisticsCodec;
import io.placed.statistics.ColumnStatistics;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Lazily read statistics of an open file. */
public final class FileStatistics {
  /** Entries of one column by node. */
  private record Levels(ColumnStatistics[] file, ColumnStatistics[][] rowGroups) {}

  /** For a column without statistics. */
  private static final Levels NO_LEVELS =
      new Levels(new ColumnStatistics[0], new ColumnStatistics[0][]);

  private static final ColumnStatistics[][][] NO_PAGES = new ColumnStatistics[0][][];

  private final FileFooter footer;
  private final Map<StoredColumn, Levels> levels = new HashMap<>();
  private final Map<StoredColumn, ColumnStatistics[][][]> pages = new HashMap<>();

  public FileStatistics(FileFooter footer) {
    this.footer = footer;
  }

  /** Reads the file and row-group statistics of these columns together. */
  public void load(Collection<StoredColumn> columns) throws IOException {
    footer.parts().prefetch(columns.stream().map(c -> c.record().statistics()).toList());
    for (StoredColumn c : columns) {
      levels(c);
    }
  }

  /** Reads the page statistics of these columns together. */
  public void loadPages(Collection<StoredColumn> columns) throws IOException {
    footer.parts().prefetch(columns.stream().map(c -> c.record().pageStatistics()).toList());
    for (StoredColumn c : columns) {
      pages(c);
    }
  }

  /** Null if the file has none. */
  public ColumnStatistics ofFile(StoredColumn c, int node) throws IOException {
    Levels known = levels(c);
    return known == NO_LEVELS ? null : known.file()[node];
  }

  /** Null if the file has none. */
  public ColumnStatistics ofRowGroup(StoredColumn c, int node, int rowGroup) throws IOException {
    Levels known = levels(c);
    return known == NO_LEVELS ? null : known.rowGroups()[rowGroup][node];
  }

  /** Null if the file has none. */
  public ColumnStatistics ofPage(StoredColumn c, int node, int rowGroup, int page)
      throws IOException {
    if (footer.root().rowGroups().get(rowGroup).pages() == 1) {
      return ofRowGroup(c, node, rowGroup);
    }
    ColumnStatistics[][][] known = pages(c);
    return known == NO_PAGES ? null : known[rowGroup][node][page];
  }

  private Levels levels(StoredColumn c) throws IOException {
    Levels known = levels.get(c);
    if (known == null) {
      footer.loadIndexes(List.of(c));
      known =
          c.record().statistics().length() == 0
              ? NO_LEVELS
              : footer
                  .parts()
                  .read(
                      PartKind.STATISTICS,
                      c.record().statistics(),
                      FormatV1.NONE,
                      c.record().ordinal(),
                      FormatV1.NONE,
                      (bytes, at, length) -> readLevels(c, new ByteReader(bytes, at, length)));
      levels.put(c, known);
    }
    return known;
  }

  private Levels readLevels(StoredColumn c, ByteReader in) {
    List<RowGroupEntry> groups = footer.root().rowGroups();
    int nodes = c.nodes().size();
    long[] total = new long[nodes];
    for (int g = 0; g < groups.size(); g++) {
      for (Node n : c.nodes()) {
        total[n.number()] += values(c, n, g);
      }
    }
    ColumnStatistics[] file = new ColumnStatistics[nodes];
    for (Node n : c.nodes()) {
      file[n.number()] = StatisticsCodec.read(in, n.field().type(), total[n.number()]);
    }
    ColumnStatistics[][] byGroup = new ColumnStatistics[groups.size()][nodes];
    for (int g = 0; g < byGroup.length; g++) {
      for (Node n : c.nodes()) {
        byGroup[g][n.number()] = StatisticsCodec.read(in, n.field().type(), values(c, n, g));
      }
    }
    in.end("the statistics");
    return new Levels(file, byGroup);
  }

  private ColumnStatistics[][][] pages(StoredColumn c) throws IOException {
    ColumnStatistics[][][] known = pages.get(c);
    if (known == null) {
      footer.loadIndexes(List.of(c));
      known =
          c.record().pageStatistics().length() == 0
              ? NO_PAGES
              : footer
                  .parts()
                  .read(
                      PartKind.PAGE_STATISTICS,
                      c.record().pageStatistics(),
                      FormatV1.NONE,
                      c.record().ordinal(),
                      FormatV1.NONE,
                      (bytes, at, length) -> readPages(c, new ByteReader(bytes, at, length)));
      pages.put(c, known);
    }
    return known;
  }

  private ColumnStatistics[][][] readPages(StoredColumn c, ByteReader in) {
    List<RowGroupEntry> groups = footer.root().rowGroups();
    List<ColumnStatistics[][]> out = new ArrayList<>();
    for (int g = 0; g < groups.size(); g++) {
      RowGroupEntry group = groups.get(g);
      ColumnStatistics[][] byNode = new ColumnStatistics[c.nodes().size()][];
      for (Node n : c.nodes()) {
        // The entry of the row group describes a single page.
        ColumnStatistics[] byPage = new ColumnStatistics[group.pages() == 1 ? 0 : group.pages()];
        for (int p = 0; p < byPage.length; p++) {
          long values = valuesOfPage(c, n, g, p);
          byPage[p] = StatisticsCodec.read(in, n.field().type(), values);
        }
        byNode[n.number()] = byPage;
      }
      out.add(byNode);
    }
    in.end("the page statistics");
    return out.toArray(new ColumnStatistics[0][][]);
  }

  private long values(StoredColumn c, Node n, int rowGroup) {
    RowGroupEntry group = footer.root().rowGroups().get(rowGroup);
    if (!n.repeated()) {
      return group.rows();
    }
    long sum = 0;
    for (int p = 0; p < group.pages(); p++) {
      sum += valuesOfPage(c, n, rowGroup, p);
    }
    return sum;
  }

  /** Row-major pages do not store the number of elements below a list, so any number is valid. */
  private long valuesOfPage(StoredColumn c, Node n, int rowGroup, int page) {
    if (!n.repeated()) {
      return footer.root().rowGroups().get(rowGroup).rowsOfPage(page);
    }
    return c.rowMajor() ? Integer.MAX_VALUE : c.chunk(rowGroup, n.number()).values(page);
  }
}
