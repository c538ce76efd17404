package io.placed.write.encode;

import io.placed.encoding.ChunkEncoder;
import io.placed.encoding.EncodedChunk;
import io.placed.encoding.EncodedPage;
import io.placed.encoding.EncodingOptions;
import io.placed.encoding.derived.Derivation;
import io.placed.format.v1.Node;
import io.placed.vector.Column;
import io.placed.vector.ListColumn;
import io.placed.vector.MapColumn;
import io.placed.vector.StructColumn;
import io.placed.write.spill.PartSpill;
import io.placed.write.spill.WaitingSizes;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Encodes the nodes of one column of one row group, page by page. */
public final class ColumnChunks {
  private final List<Node> nodes;
  private final ChunkEncoder[] encoders;
  private long choosingNanos;

  /** Encoded pages per node. */
  private final List<List<CompressedPart>> pages = new ArrayList<>();

  /** Number of values of each page per node; null where it is the number of rows. */
  private final List<List<Integer>> values = new ArrayList<>();

  /** Dictionaries of the nodes that have one, once the chunks are finished. */
  private final List<CompressedPart> dictionaries = new ArrayList<>(0);

  private long spillable;
  private long stored;
  private long packedRaw;
  private long expectedAtFinish;
  private long storedBeforeFinish;

  ColumnChunks(List<Node> nodes, EncodingOptions options) {
    this.nodes = nodes;
    encoders = new ChunkEncoder[nodes.size()];
    for (Node n : nodes) {
      encoders[n.number()] = new ChunkEncoder(n.field().type(), options);
      pages.add(new ArrayList<>(2));
      values.add(n.repeated() ? new ArrayList<>(2) : null);
    }
  }

  /** Visits every node of a column for the rows of a page. */
  public interface NodeVisitor {
    void visit(int node, Column column, int from, int count);
  }

  /**
   * Visits a column's nodes in pre-order, each with its range of values for the rows.
   *
   * @return the number of the next node
   */
  public static int walk(int node, Column column, int from, int count, NodeVisitor visitor) {
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

  void addPage(Column column, int from, int count, ColumnWorker worker) {
    walk(
        0,
        column,
        from,
        count,
        (node, c, at, n) -> {
          encoders[node].addPage(c, at, n);
          pack(node, encoders[node].takePages(), worker);
        });
  }

  /** Adds a page of a derived column. */
  void addDerivedPage(
      Column column,
      int from,
      int count,
      Derivation derivation,
      List<Column> parents,
      ColumnWorker worker) {
    encoders[0].addPage(column, from, count, derivation, parents);
    pack(0, encoders[0].takePages(), worker);
  }

  private void pack(int node, List<EncodedPage> encoded, ColumnWorker worker) {
    for (EncodedPage page : encoded) {
      CompressedPart part =
          CompressedPart.of(page.bytes(), page.length(), page.compress(), worker, name(node));
      pages.get(node).add(part);
      spillable += part.memoryBytes();
      stored += part.storedLength();
      packedRaw += page.length();
      if (values.get(node) != null) {
        values.get(node).add(page.valueCount());
      }
    }
  }

  private String name(int node) {
    return nodes.get(node).field().name();
  }

  /** Stored bytes so far, without pages that wait for a dictionary. */
  long storedBytes() {
    return stored;
  }

  /** Expected bytes, before compression, of pages that wait for a dictionary. */
  long expectedBytes() {
    long sum = -packedRaw;
    for (ChunkEncoder e : encoders) {
      sum += e.estimatedBytes();
    }
    return sum;
  }

  /** Records, once finished, the actual size of the pages that waited for a dictionary. */
  void report(int column, WaitingSizes sizes) {
    sizes.learn(column, expectedAtFinish, stored - storedBeforeFinish);
  }

  /** Time spent on choosing encodings, once finished. */
  long choosingNanos() {
    return choosingNanos;
  }

  /** Heap of data that must stay in memory until the chunks are finished. */
  long waitingBytes() {
    long sum = 0;
    for (ChunkEncoder e : encoders) {
      sum += e.memoryBytes();
    }
    return sum;
  }

  /** Heap of pages that {@link #spill} would move to disk. */
  long spillableBytes() {
    return spillable;
  }

  void spill(PartSpill to) throws IOException {
    if (spillable > 0) {
      for (CompressedPart p : dictionaries) {
        p.spill(to);
      }
      for (List<CompressedPart> parts : pages) {
        for (CompressedPart p : parts) {
          p.spill(to);
        }
      }
      spillable = 0;
    }
  }

  /** Ends the chunks; {@link #spill} still applies to their pages. */
  List<CompressedChunk> finish(ColumnWorker worker) {
    List<CompressedChunk> out = new ArrayList<>(encoders.length);
    expectedAtFinish = expectedBytes();
    storedBeforeFinish = stored;
    for (int n = 0; n < encoders.length; n++) {
      EncodedChunk chunk = encoders[n].finish();
      encoders[n] = null;
      choosingNanos += chunk.choosingNanos();
      CompressedPart dictionary =
          chunk.dictionary() == null
              ? null
              : CompressedPart.of(
                  chunk.dictionary(),
                  chunk.dictionary().length,
                  chunk.compressDictionary(),
                  worker,
                  name(n));
      if (dictionary != null) {
        dictionaries.add(dictionary);
        spillable += dictionary.memoryBytes();
        stored += dictionary.storedLength();
      }
      pack(n, chunk.pages(), worker);
      int[] counts =
          values.get(n) == null ? null : values.get(n).stream().mapToInt(v -> v).toArray();
      out.add(new CompressedChunk(dictionary, pages.get(n), counts));
    }
    return out;
  }
}
