package io.placed.write;

import io.placed.compression.BlockCompressor;
import io.placed.encoding.ChunkEncoder;
import io.placed.encoding.EncodedChunk;
import io.placed.encoding.EncodedPage;
import io.placed.encoding.EncodingOptions;
import io.placed.format.v1.Node;
import io.placed.schema.Field;
import io.placed.vector.Column;
import io.placed.vector.ListColumn;
import io.placed.vector.MapColumn;
import io.placed.vector.StructColumn;
import java.util.ArrayList;
import java.util.List;

/** Encodes the nodes of one column of one row group, page by page. */
final class ColumnChunks {
  private final ChunkEncoder[] encoders;
  private long choosingNanos;

  ColumnChunks(Field column, EncodingOptions options) {
    List<Node> nodes = Node.of(column);
    encoders = new ChunkEncoder[nodes.size()];
    for (Node n : nodes) {
      encoders[n.number()] = new ChunkEncoder(n.field().type(), options);
    }
  }

  /** What is done to every node of a column for the rows of a page. */
  interface NodeVisitor {
    void visit(int node, Column column, int from, int count);
  }

  /**
   * Walks a column's nodes in pre-order with the range of each that belongs to the rows.
   *
   * @return the number of the next node
   */
  static int walk(int node, Column column, int from, int count, NodeVisitor visitor) {
    visitor.visit(node, column, from, count);
    int next = node + 1;
    if (column instanceof StructColumn s) {
      for (Column child : s.children()) {
        next = walk(next, child, from, count, visitor);
      }
    } else if (column instanceof ListColumn l) {
      int start = l.offsets()[from];
      next = walk(next, l.elements(), start, l.offsets()[from + count] - start, visitor);
    } else if (column instanceof MapColumn m) {
      int start = m.offsets()[from];
      int pairs = m.offsets()[from + count] - start;
      next = walk(next, m.keys(), start, pairs, visitor);
      next = walk(next, m.values(), start, pairs, visitor);
    }
    return next;
  }

  void addPage(Column column, int from, int count) {
    walk(0, column, from, count, (node, c, at, n) -> encoders[node].addPage(c, at, n));
  }

  long estimatedBytes() {
    long sum = 0;
    for (ChunkEncoder e : encoders) {
      sum += e.estimatedBytes();
    }
    return sum;
  }

  /** Time that went into choosing encodings, once finished. */
  long choosingNanos() {
    return choosingNanos;
  }

  List<PackedChunk> finish(List<Node> nodes, BlockCompressor compressor) {
    List<PackedChunk> out = new ArrayList<>(encoders.length);
    for (int n = 0; n < encoders.length; n++) {
      EncodedChunk chunk = encoders[n].finish();
      encoders[n] = null;
      choosingNanos += chunk.choosingNanos();
      PackedPart dictionary =
          chunk.dictionary() == null
              ? null
              : PackedPart.of(
                  chunk.dictionary(),
                  chunk.dictionary().length,
                  chunk.compressDictionary() ? compressor : PackedPart.STORED);
      List<PackedPart> pages = new ArrayList<>(chunk.pages().size());
      int[] values = nodes.get(n).repeated() ? new int[chunk.pages().size()] : null;
      for (EncodedPage page : chunk.pages()) {
        if (values != null) {
          values[pages.size()] = page.valueCount();
        }
        pages.add(
            PackedPart.of(
                page.bytes(), page.length(), page.compress() ? compressor : PackedPart.STORED));
      }
      out.add(new PackedChunk(dictionary, pages, values));
    }
    return out;
  }
}
