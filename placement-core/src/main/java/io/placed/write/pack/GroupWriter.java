package io.placed.write.pack;

import io.placed.format.v1.ChunkEntry;
import io.placed.format.v1.FormatV1;
import io.placed.format.v1.PartKind;
import io.placed.format.v1.PartPointer;
import io.placed.format.v1.StoredPart;
import io.placed.write.encode.CompressedChunk;
import io.placed.write.encode.CompressedPart;
import io.placed.write.encode.CompressedSubset;
import io.placed.write.encode.TableCopy;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes a logical subset in the order of the stride: chunk after chunk if the stride is the row
 * group, page after page over all columns if it is shorter.
 */
final class GroupWriter {
  private final PartWriter out;
  private final int file;

  /**
   * @param file number of the file to write to
   */
  GroupWriter(PartWriter out, int file) {
    this.out = out;
    this.file = file;
  }

  /** A chunk while it is being written. */
  private static final class Open {
    final CompressedChunk chunk;
    final int column;
    final int node;
    StoredPart dictionary;
    final long[] offsets;
    final int[] lengths;
    final long[] rawAndCodec;

    Open(CompressedChunk chunk, int column, int node) {
      this.chunk = chunk;
      this.column = column;
      this.node = node;
      int pages = chunk.pages().size();
      offsets = new long[pages];
      lengths = new int[pages];
      rawAndCodec = new long[pages];
    }

    ChunkEntry entry(int file) {
      return new ChunkEntry(file, dictionary, offsets, lengths, rawAndCodec, chunk.values());
    }
  }

  /**
   * @param groupNumber number of the column group
   * @param copy footer of the copy with the column group
   * @return entries of the nodes per column (one for all if row-major)
   */
  List<List<ChunkEntry>> write(
      int rowGroup, int groupNumber, CompressedSubset group, TableCopy copy) throws IOException {
    boolean rowMajor = copy.rowMajor();
    List<List<Open>> columns = new ArrayList<>();
    for (int i = 0; i < group.chunks().size(); i++) {
      List<Open> nodes = new ArrayList<>();
      for (CompressedChunk chunk : group.chunks().get(i)) {
        int column = rowMajor ? groupNumber : group.columns()[i];
        nodes.add(new Open(chunk, column, rowMajor ? FormatV1.NONE : nodes.size()));
      }
      columns.add(nodes);
    }
    if (copy.interleaved()) {
      for (List<Open> nodes : columns) {
        for (Open o : nodes) {
          writeDictionary(rowGroup, o);
        }
      }
      int pages = columns.get(0).get(0).offsets.length;
      for (int p = 0; p < pages; p++) {
        for (List<Open> nodes : columns) {
          for (Open o : nodes) {
            writePage(rowGroup, o, p);
          }
        }
      }
    } else {
      for (List<Open> nodes : columns) {
        for (Open o : nodes) {
          writeDictionary(rowGroup, o);
          for (int p = 0; p < o.offsets.length; p++) {
            writePage(rowGroup, o, p);
          }
        }
      }
    }
    List<List<ChunkEntry>> entries = new ArrayList<>();
    for (List<Open> nodes : columns) {
      entries.add(nodes.stream().map(o -> o.entry(file)).toList());
    }
    return entries;
  }

  private void writeDictionary(int rowGroup, Open o) throws IOException {
    CompressedPart d = o.chunk.dictionary();
    if (d != null) {
      PartPointer at =
          out.write(PartKind.DICTIONARY, rowGroup, o.column, o.node, d.bytes(), d.length());
      o.dictionary = new StoredPart(at.offset(), at.length(), d.rawLength(), d.codec());
    }
  }

  private void writePage(int rowGroup, Open o, int p) throws IOException {
    CompressedPart page = o.chunk.pages().get(p);
    PartPointer at =
        out.write(PartKind.PAGE, rowGroup, o.column, o.node, page.bytes(), page.length());
    o.offsets[p] = at.offset();
    o.lengths[p] = at.length();
    o.rawAndCodec[p] = page.rawAndCodec();
  }
}
