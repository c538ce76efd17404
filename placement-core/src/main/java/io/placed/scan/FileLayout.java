package io.placed.scan;

import io.placed.format.v1.BlockEntry;
import io.placed.format.v1.ChunkEntry;
import io.placed.format.v1.Node;
import io.placed.format.v1.RowGroupEntry;
import io.placed.format.v1.StoredPart;
import io.placed.schema.Type;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Where everything lies in a file and how it is encoded, for people.
 *
 * @param dataBytes pages and dictionaries
 * @param footerBytes everything else
 * @param stride rows of one column that lie together, 0 = the row group
 * @param rowMajor whether the columns of a group share pages
 */
public record FileLayout(
    String path,
    long length,
    long rows,
    long dataBytes,
    long footerBytes,
    int stride,
    boolean rowMajor,
    List<RowGroupInfo> rowGroups,
    List<Block> blocks,
    List<Group> groups,
    List<ColumnLayout> columns) {

  /** A physical block and the row groups in it: [firstRowGroup, endRowGroup). */
  public record Block(int file, long offset, long length, int firstRowGroup, int endRowGroup) {}

  /** A column group and its bytes. */
  public record Group(int number, List<String> columns, long storedBytes, long rawBytes) {}

  /**
   * A column.
   *
   * @param storedBytes on disk, checksums included; in a row-major group its share by slots is not
   *     known and this is 0
   * @param rawBytes encoded, before compression
   * @param encodings of the first page of each node in the first row group
   * @param codecs that its pages use
   */
  public record ColumnLayout(
      String name,
      Type type,
      int group,
      long storedBytes,
      long rawBytes,
      long dictionaryBytes,
      long pages,
      String encodings,
      Set<String> codecs) {}

  static FileLayout of(FileReader file) throws IOException {
    FileFooter footer = file.footer();
    List<StoredColumn> stored = footer.columns();
    footer.loadIndexes(stored);
    boolean rowMajor = footer.rowMajor();
    List<ColumnLayout> columns = new ArrayList<>();
    TreeMap<Integer, List<StoredColumn>> byGroup = new TreeMap<>();
    for (StoredColumn c : stored) {
      byGroup.computeIfAbsent(c.record().group(), g -> new ArrayList<>()).add(c);
      columns.add(column(file, c, rowMajor));
    }
    List<Group> groups = new ArrayList<>();
    long data = 0;
    for (var g : byGroup.entrySet()) {
      List<StoredColumn> members = g.getValue();
      members.sort(java.util.Comparator.comparingInt(c -> c.record().positionInGroup()));
      Sum sum = new Sum();
      for (StoredColumn c : rowMajor ? members.subList(0, 1) : members) {
        sum.add(c, file.rowGroupEntries().size(), rowMajor);
      }
      List<String> names = members.stream().map(c -> c.field().name()).toList();
      groups.add(new Group(g.getKey(), names, sum.stored, sum.raw));
      data += sum.stored;
    }
    return new FileLayout(
        file.path(),
        file.length(),
        file.rows(),
        data,
        file.length() - data,
        footer.root().stride(),
        rowMajor,
        file.rowGroups(),
        blocks(file),
        groups,
        columns);
  }

  /** Sums over the chunks of a column. */
  private static final class Sum {
    long stored;
    long raw;
    long dictionary;
    long pages;
    final Set<String> codecs = new TreeSet<>();

    void add(StoredColumn c, int rowGroups, boolean rowMajor) {
      for (int g = 0; g < rowGroups; g++) {
        for (int n = 0; n < (rowMajor ? 1 : c.nodes().size()); n++) {
          ChunkEntry chunk = c.chunk(g, n, rowMajor);
          stored += chunk.storedBytes();
          raw += chunk.rawBytes();
          StoredPart d = chunk.dictionary();
          dictionary += d == null ? 0 : d.length();
          pages += chunk.pages();
          for (int p = 0; p < chunk.pages(); p++) {
            codecs.add(io.placed.compression.Codec.values()[chunk.page(p).codec()].text());
          }
        }
      }
    }
  }

  private static ColumnLayout column(FileReader file, StoredColumn c, boolean rowMajor)
      throws IOException {
    Sum sum = new Sum();
    sum.add(c, file.rowGroupEntries().size(), rowMajor);
    return new ColumnLayout(
        c.field().name(),
        c.field().type(),
        c.record().group(),
        rowMajor ? 0 : sum.stored,
        rowMajor ? 0 : sum.raw,
        sum.dictionary,
        sum.pages,
        rowMajor ? "row-major" : encodings(file, c),
        sum.codecs);
  }

  private static String encodings(FileReader file, StoredColumn c) throws IOException {
    return file.rowGroupEntries().isEmpty() ? "" : encodings(file, c, 0, 0);
  }

  static String encodings(FileReader file, StoredColumn c, int rowGroup, int page)
      throws IOException {
    if (file.footer().rowMajor()) {
      return "row-major";
    }
    file.footer().loadIndexes(List.of(c));
    PageFetcher fetcher = new PageFetcher(file.files(), file.ioCounters());
    Set<String> texts = new LinkedHashSet<>();
    for (Node n : c.nodes()) {
      NodeReader reader = new NodeReader(c, n, file.rowGroupEntries(), fetcher);
      List<PageFetcher.Wanted> parts = new ArrayList<>();
      reader.addParts(rowGroup, page, true, parts);
      fetcher.fetch(parts);
      reader.beginStep(rowGroup);
      texts.add(reader.page(rowGroup, page).describe());
    }
    return String.join(" · ", texts);
  }

  private static List<Block> blocks(FileReader file) {
    List<RowGroupEntry> groups = file.rowGroupEntries();
    List<BlockEntry> entries = file.footer().root().blocks();
    List<Block> out = new ArrayList<>();
    int next = 0;
    for (int b = 0; b < entries.size(); b++) {
      BlockEntry e = entries.get(b);
      boolean last = b + 1 == entries.size();
      long length = last ? file.length() - e.offset() : e.length();
      int first = next;
      while (next < groups.size() && (last || groups.get(next).offset() < e.offset() + length)) {
        next++;
      }
      out.add(new Block(e.file(), e.offset(), length, first, next));
    }
    return out;
  }
}
