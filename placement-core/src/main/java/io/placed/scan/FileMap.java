package io.placed.scan;

import io.placed.format.v1.BlockEntry;
import io.placed.format.v1.ChunkEntry;
import io.placed.format.v1.FormatV1;
import io.placed.format.v1.Node;
import io.placed.format.v1.PartPointer;
import io.placed.format.v1.Root;
import io.placed.format.v1.StoredPart;
import io.placed.format.v1.Tail;
import io.placed.scan.fetch.FileSet;
import io.placed.scan.footer.FileFooter;
import io.placed.scan.footer.StoredColumn;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Maps every byte of a table file and its siblings to its logical subset and physical block.
 *
 * @param files the table file, then its siblings
 * @param blocks physical blocks, in the order of the footer
 * @param groups positions in the schema of the columns of each column group, in the order of the
 *     group
 * @param extents by file and offset, without overlap; bytes between them are padding
 */
public record FileMap(
    List<MappedFile> files,
    List<Block> blocks,
    Map<Integer, List<Integer>> groups,
    List<Extent> extents) {

  /**
   * A table file or sibling.
   *
   * @param name in the footer; for the table file its path
   */
  public record MappedFile(String name, long length) {}

  /** A physical block. */
  public record Block(int file, long offset, long length) {
    /** End offset, exclusive. */
    public long end() {
      return offset + length;
    }
  }

  /**
   * Adjacent bytes of one kind: a page, a dictionary, adjacent pages of one chunk, or parts of the
   * footer.
   *
   * @param block position of the physical block in {@link FileMap#blocks}; -1 if in none
   * @param rowGroup -1 outside of row groups
   * @param group number of the column group, -1 outside of row groups
   * @param column position in the schema; -1 outside of row groups and if the columns of a group
   *     share pages
   * @param node of the column, 0 = the column itself
   * @param firstPage number of the first page; -1 without pages
   * @param pages number of pages
   * @param rawBytes bytes before compression; 0 outside of row groups
   */
  public record Extent(
      Kind kind,
      int file,
      int block,
      long offset,
      long length,
      int rowGroup,
      int group,
      int column,
      int node,
      int firstPage,
      int pages,
      long rawBytes) {
    /** End offset, exclusive. */
    public long end() {
      return offset + length;
    }

    /** Whether this is data of a row group, not metadata. */
    public boolean data() {
      return rowGroup >= 0;
    }

    private boolean continues(Extent before) {
      return file == before.file
          && offset == before.end()
          && block == before.block
          && kind.join() == before.kind.join()
          && rowGroup == before.rowGroup
          && group == before.group
          && column == before.column
          && node == before.node;
    }

    private Extent after(Extent before) {
      return new Extent(
          before.kind.join(),
          file,
          block,
          before.offset,
          before.length + length,
          rowGroup,
          group,
          column,
          node,
          before.firstPage >= 0 ? before.firstPage : firstPage,
          before.pages + pages,
          before.rawBytes + rawBytes);
    }
  }

  /** Kind of bytes. */
  public enum Kind {
    HEADER,
    /** Pages, including an adjacent dictionary. */
    PAGES,
    DICTIONARY,
    METADATA,
    COLUMNS,
    INDEX,
    STATISTICS,
    ROOT,
    TAIL;

    private Kind join() {
      return this == DICTIONARY ? PAGES : this;
    }
  }

  /**
   * @param pages whether every page is a separate extent; otherwise adjacent pages of a chunk are
   *     merged
   */
  static FileMap of(FileReader file, boolean pages) throws IOException {
    Builder b = new Builder(file);
    b.data();
    b.footer();
    return b.build(pages);
  }

  private static final class Builder {
    private final FileReader file;
    private final FileFooter footer;
    private final Root root;
    private final List<MappedFile> files = new ArrayList<>();
    private final List<Block> blocks = new ArrayList<>();
    private final List<Extent> extents = new ArrayList<>();

    /** Per file, the positions of blocks by offset. */
    private final List<TreeMap<Long, Integer>> starts = new ArrayList<>();

    Builder(FileReader file) {
      this.file = file;
      this.footer = file.footer();
      this.root = footer.root();
      FileSet set = file.files();
      for (int f = 0; f < set.count(); f++) {
        String name = f == 0 ? set.path(0) : set.sibling(f).name();
        files.add(new MappedFile(name, set.length(f)));
      }
      for (int f = 0; f < set.count(); f++) {
        starts.add(new TreeMap<>());
      }
      for (int b = 0; b < root.blocks().size(); b++) {
        starts.get(root.blocks().get(b).file()).put(root.blocks().get(b).offset(), b);
      }
      for (BlockEntry e : root.blocks()) {
        // The writer does not know the length of the footer, which ends the last block.
        boolean last = starts.get(e.file()).lastKey() == e.offset();
        long length = last ? set.length(e.file()) - e.offset() : e.length();
        blocks.add(new Block(e.file(), e.offset(), length));
      }
    }

    void data() throws IOException {
      Set<Integer> groups = new HashSet<>();
      for (StoredColumn c : allCopies()) {
        if (c.rowMajor() && !groups.add(c.group())) {
          continue;
        }
        footer.loadIndexes(List.of(c));
        for (int g = 0; g < root.rowGroups().size(); g++) {
          for (Node n : c.nodes().subList(0, c.chunks())) {
            chunk(c, n.number(), g);
          }
        }
      }
    }

    /** The columns of every copy of the table. */
    private List<StoredColumn> allCopies() throws IOException {
      List<StoredColumn> all = new ArrayList<>();
      for (int copy = 0; copy < footer.copies(); copy++) {
        for (StoredColumn c : footer.columns()) {
          all.add(c.in(copy));
        }
      }
      footer.prefetch(all, List.of());
      return all;
    }

    private void chunk(StoredColumn c, int node, int rowGroup) {
      ChunkEntry chunk = c.chunk(rowGroup, node);
      if (chunk.dictionary() != null) {
        part(Kind.DICTIONARY, c, node, rowGroup, chunk, chunk.dictionary(), -1);
      }
      for (int p = 0; p < chunk.pages(); p++) {
        part(Kind.PAGES, c, node, rowGroup, chunk, chunk.page(p), p);
      }
    }

    private void part(
        Kind kind, StoredColumn c, int node, int g, ChunkEntry chunk, StoredPart part, int page) {
      int column = c.rowMajor() ? -1 : c.record().ordinal();
      extents.add(
          new Extent(
              kind,
              chunk.file(),
              block(chunk.file(), part.offset()),
              part.offset(),
              part.length(),
              g,
              c.group(),
              column,
              node,
              page,
              page < 0 ? 0 : 1,
              part.rawLength()));
    }

    void footer() throws IOException {
      for (int f = 0; f < files.size(); f++) {
        about(Kind.HEADER, f, 0, FormatV1.HEADER_BYTES);
        about(Kind.TAIL, f, files.get(f).length() - FormatV1.TAIL_BYTES, FormatV1.TAIL_BYTES);
      }
      Tail tail = footer.tail();
      about(Kind.ROOT, 0, tail.rootOffset(), tail.rootLength());
      about(Kind.METADATA, root.metadata());
      for (int b = 0; b < root.bucketLengths().length; b++) {
        about(Kind.COLUMNS, footer.bucketPart(b));
      }
      // Columns of a row-major group share an index.
      Set<Long> seen = new HashSet<>();
      for (StoredColumn c : allCopies()) {
        PartPointer index = c.place().indexPart();
        if (c.place().index() == null && seen.add(index.offset())) {
          about(Kind.INDEX, index);
        }
      }
      for (StoredColumn c : footer.columns()) {
        about(Kind.STATISTICS, c.record().statistics());
        about(Kind.STATISTICS, c.record().pageStatistics());
      }
    }

    private void about(Kind kind, PartPointer part) {
      about(kind, 0, part.offset(), part.length());
    }

    private void about(Kind kind, int f, long offset, int length) {
      if (length > 0) {
        int block = block(f, offset);
        extents.add(new Extent(kind, f, block, offset, length, -1, -1, -1, 0, -1, 0, 0));
      }
    }

    private int block(int f, long offset) {
      Map.Entry<Long, Integer> start = starts.get(f).floorEntry(offset);
      return start == null || offset >= blocks.get(start.getValue()).end() ? -1 : start.getValue();
    }

    private Map<Integer, List<Integer>> groups() throws IOException {
      List<StoredColumn> columns = new ArrayList<>(allCopies());
      columns.sort(Comparator.comparingInt(c -> c.place().positionInGroup()));
      TreeMap<Integer, List<Integer>> groups = new TreeMap<>();
      for (StoredColumn c : columns) {
        int ordinal = c.record().ordinal();
        groups.computeIfAbsent(c.group(), g -> new ArrayList<>()).add(ordinal);
      }
      return Collections.unmodifiableMap(groups);
    }

    FileMap build(boolean pages) throws IOException {
      extents.sort(Comparator.comparingInt(Extent::file).thenComparingLong(Extent::offset));
      List<Extent> joined = new ArrayList<>();
      for (Extent e : extents) {
        int last = joined.size() - 1;
        boolean join = last >= 0 && !(pages && e.data()) && e.continues(joined.get(last));
        if (join) {
          joined.set(last, e.after(joined.get(last)));
        } else {
          joined.add(e);
        }
      }
      return new FileMap(List.copyOf(files), List.copyOf(blocks), groups(), List.copyOf(joined));
    }
  }
}
