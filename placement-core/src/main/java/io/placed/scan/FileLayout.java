package io.placed.scan;

import io.placed.format.v1.ChunkEntry;
import io.placed.format.v1.Node;
import io.placed.format.v1.StoredPart;
import io.placed.scan.decode.NodeReader;
import io.placed.scan.fetch.PageFetcher;
import io.placed.scan.footer.FileFooter;
import io.placed.scan.footer.StoredColumn;
import io.placed.schema.Type;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Layout and encodings of a file, for display.
 *
 * @param length of the file and its siblings, in bytes
 * @param siblings files beside it with some of its columns; sibling k is file k of blocks and
 *     extents
 * @param dataBytes bytes of pages and dictionaries
 * @param footerBytes all other bytes
 * @param columns in the first copy of the table
 * @param stride rows of one column that lie together, 0 = the row group
 * @param rowMajor whether the columns of a group share pages
 */
public record FileLayout(
    String path,
    long length,
    List<SiblingInfo> siblings,
    long rows,
    long dataBytes,
    long footerBytes,
    int stride,
    boolean rowMajor,
    List<RowGroupInfo> rowGroups,
    List<Block> blocks,
    List<Group> groups,
    List<ColumnLayout> columns) {

  /**
   * A physical block and the row groups with data in it: [firstRowGroup, endRowGroup).
   *
   * @param file 0 = the table file, k = its sibling k
   * @param offset in that file
   * @param length bytes
   */
  public record Block(int file, long offset, long length, int firstRowGroup, int endRowGroup) {}

  /**
   * A column group.
   *
   * @param number over all copies of the table
   * @param copy number of the copy that it belongs to, from 0
   */
  public record Group(
      int number, int copy, List<String> columns, long storedBytes, long rawBytes) {}

  /**
   * A column.
   *
   * @param storedBytes on disk, checksums included; 0 in a row-major group, where it is unknown
   * @param rawBytes encoded bytes before compression
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
    TreeMap<Integer, List<StoredColumn>> byGroup = new TreeMap<>();
    for (int copy = 0; copy < footer.copies(); copy++) {
      int k = copy;
      List<StoredColumn> inCopy = stored.stream().map(c -> c.in(k)).toList();
      footer.loadIndexes(inCopy);
      inCopy.forEach(c -> byGroup.computeIfAbsent(c.group(), g -> new ArrayList<>()).add(c));
    }
    List<ColumnLayout> columns = new ArrayList<>();
    for (StoredColumn c : stored) {
      columns.add(column(file, c));
    }
    List<Group> groups = new ArrayList<>();
    long data = 0;
    for (var g : byGroup.entrySet()) {
      List<StoredColumn> members = g.getValue();
      members.sort(Comparator.comparingInt(c -> c.place().positionInGroup()));
      Sum sum = new Sum();
      for (StoredColumn c : members.get(0).rowMajor() ? members.subList(0, 1) : members) {
        sum.add(c, file.rowGroupEntries().size());
      }
      List<String> names = members.stream().map(c -> c.field().name()).toList();
      groups.add(new Group(g.getKey(), members.get(0).copy(), names, sum.stored, sum.raw));
      data += sum.stored;
    }
    long length = file.length() + file.siblings().stream().mapToLong(SiblingInfo::length).sum();
    return new FileLayout(
        file.path(),
        length,
        file.siblings(),
        file.rows(),
        data,
        length - data,
        footer.root().stride(),
        footer.rowMajor(),
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

    void add(StoredColumn c, int rowGroups) {
      for (int g = 0; g < rowGroups; g++) {
        for (int n = 0; n < c.chunks(); n++) {
          ChunkEntry chunk = c.chunk(g, n);
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

  private static ColumnLayout column(FileReader file, StoredColumn c) throws IOException {
    boolean rowMajor = c.rowMajor();
    Sum sum = new Sum();
    sum.add(c, file.rowGroupEntries().size());
    return new ColumnLayout(
        c.field().name(),
        c.field().type(),
        c.group(),
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
    if (c.rowMajor()) {
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

  private static List<Block> blocks(FileReader file) throws IOException {
    FileMap map = file.map(false);
    int[] first = new int[map.blocks().size()];
    int[] end = new int[first.length];
    for (FileMap.Extent e : map.extents()) {
      int b = e.block();
      if (b >= 0 && e.data()) {
        first[b] = end[b] == 0 ? e.rowGroup() : Math.min(first[b], e.rowGroup());
        end[b] = Math.max(end[b], e.rowGroup() + 1);
      }
    }
    List<Block> out = new ArrayList<>();
    for (int b = 0; b < first.length; b++) {
      FileMap.Block e = map.blocks().get(b);
      out.add(new Block(e.file(), e.offset(), e.length(), first[b], end[b]));
    }
    return out;
  }
}
