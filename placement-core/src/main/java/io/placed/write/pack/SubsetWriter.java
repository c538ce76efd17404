package io.placed.write.pack;

import io.placed.placement.pack.BlockPacker;
import io.placed.write.encode.CompressedSubset;
import io.placed.write.encode.TableCopy;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes the logical subsets of each row group to the files and blocks of the packing. If all row
 * groups share more siblings than may be open at a time, encoded pages are spilled, and the
 * siblings are written one after the other in the end.
 */
public final class SubsetWriter {
  /**
   * Siblings that may be open at a time. Each takes a file descriptor and a buffer; on HDFS a
   * connection, a thread and up to five megabytes of packets in flight.
   */
  static final int MAX_OPEN = 32;

  private final OutputFiles files;
  private final BlockPacker packer;
  private final FooterWriter footer;
  private final List<TableCopy> copies;

  /** Deferred row groups; null if they are written at once. */
  private final List<List<CompressedSubset>> waiting;

  public SubsetWriter(
      OutputFiles files, BlockPacker packer, FooterWriter footer, List<TableCopy> copies) {
    this.files = files;
    this.packer = packer;
    this.footer = footer;
    this.copies = copies;
    this.waiting =
        !packer.filesPerRowGroup() && packer.siblings() > MAX_OPEN ? new ArrayList<>() : null;
  }

  /** Whether writes are deferred, so that subsets must stay readable until {@link #finish}. */
  public boolean waits() {
    return waiting != null;
  }

  /**
   * Writes a row group.
   *
   * @param groups the column groups of all copies
   */
  public void write(int rowGroup, List<CompressedSubset> groups) throws IOException {
    if (waiting != null) {
      waiting.add(groups);
      return;
    }
    for (int g = 0; g < groups.size(); ) {
      g = writeUnit(rowGroup, g, groups);
    }
  }

  /** Writes deferred row groups. */
  public void finish() throws IOException {
    if (waiting == null || waiting.isEmpty()) {
      return;
    }
    for (int g = 0; g < waiting.get(0).size(); ) {
      int next = g;
      for (int x = 0; x < waiting.size(); x++) {
        next = writeUnit(x, g, waiting.get(x));
      }
      if (packer.fileOf(0, g) > 0) {
        files.end(packer.fileOf(0, g), -1);
      }
      g = next;
    }
  }

  /**
   * Writes the column groups, from this one on, that belong to the same file.
   *
   * @return the next column group
   */
  private int writeUnit(int rowGroup, int from, List<CompressedSubset> groups) throws IOException {
    int file = packer.fileOf(rowGroup, from);
    int end = from;
    long bytes = 0;
    while (end < groups.size() && packer.fileOf(rowGroup, end) == file) {
      bytes += groups.get(end++).storedLength();
    }
    PartWriter out = files.file(file, rowGroup, bytes);
    if (packer.startsNewBlock(file, out.position(), bytes)) {
      out.endBlock();
    }
    GroupWriter writer = new GroupWriter(out, file);
    for (int g = from; g < end; g++) {
      footer.addGroup(g, writer.write(rowGroup, g, groups.get(g), copyOf(g)));
    }
    if (packer.filesPerRowGroup()) {
      files.end(file, rowGroup);
    }
    return end;
  }

  private TableCopy copyOf(int group) {
    for (int c = copies.size() - 1; ; c--) {
      if (group >= copies.get(c).firstGroup()) {
        return copies.get(c);
      }
    }
  }
}
