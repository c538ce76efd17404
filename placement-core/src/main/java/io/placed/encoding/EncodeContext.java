package io.placed.encoding;

import java.util.ArrayList;
import java.util.List;

/**
 * Where in a chunk an array stands, and what was chosen for the same place of the page before: a
 * tree that has one node for the values of the pages and one for each array nested in them.
 * Choosing once per chunk instead of once per page is what makes it cheap.
 */
final class EncodeContext {
  /** A page that takes so many times what was expected makes the choice anew, or so much less. */
  private static final double TOO_LARGE = 1.25;

  private static final double TOO_SMALL = 0.6;
  private static final int SLACK_BYTES = 64;

  private record Child(int scheme, int number, EncodeContext context) {}

  private final EncodingOptions options;
  private final ChunkState chunk;
  private final int depth;
  private final boolean mayDictionary;
  private final List<Child> children = new ArrayList<>(0);

  private Scheme chosen;
  private double expectedPerValue;
  private boolean questioned;

  /** Pages to go before a choice that was confirmed may be questioned again. */
  private int patience;

  private int nextPatience = 1;

  private EncodeContext(
      EncodingOptions options, ChunkState chunk, int depth, boolean mayDictionary) {
    this.options = options;
    this.chunk = chunk;
    this.depth = depth;
    this.mayDictionary = mayDictionary;
  }

  /** The place of the values of a chunk's pages. */
  static EncodeContext root(EncodingOptions options, ChunkState chunk) {
    return new EncodeContext(options, chunk, 1, true);
  }

  /** The same for an array that must have no dictionary of its own, at some depth. */
  static EncodeContext withoutDictionary(EncodingOptions options, int depth) {
    return new EncodeContext(options, new ChunkState(), depth, false);
  }

  /** The place of an array of its own kind in the pages of a chunk, at some depth. */
  static EncodeContext of(EncodingOptions options, int depth) {
    return new EncodeContext(options, new ChunkState(), depth, true);
  }

  EncodingOptions options() {
    return options;
  }

  /** What the pages of the chunk share. */
  ChunkState chunk() {
    return chunk;
  }

  /** 1 for the values of a page; at most {@link EncodingId#MAX_DEPTH}. */
  int depth() {
    return depth;
  }

  /** Whether arrays may be nested in this one so many levels deep. */
  boolean hasRoomFor(int levels) {
    return depth + levels <= EncodingId.MAX_DEPTH;
  }

  boolean mayDictionary() {
    return mayDictionary;
  }

  /** The place of nested array {@code number} of a scheme; it gets no dictionary of its own. */
  EncodeContext child(Scheme scheme, int number) {
    return child(scheme, number, false);
  }

  EncodeContext child(Scheme scheme, int number, boolean dictionary) {
    for (Child c : children) {
      if (c.scheme == scheme.id() && c.number == number) {
        return c.context;
      }
    }
    EncodeContext context = new EncodeContext(options, chunk, depth + 1, dictionary);
    children.add(new Child(scheme.id(), number, context));
    return context;
  }

  /** What was chosen for the last page; null if there is nothing to go by. */
  Scheme chosen() {
    return chosen;
  }

  void choose(Scheme scheme, double bytesPerValue) {
    if (scheme == chosen) {
      // Asked again for nothing: not so soon the next time.
      patience = nextPatience;
      nextPatience = Math.min(64, nextPatience * 2);
    } else {
      nextPatience = 1;
      patience = 0;
    }
    chosen = scheme;
    expectedPerValue = bytesPerValue;
    questioned = false;
  }

  /** Whether the choice for the last page still holds. */
  boolean settled() {
    return chosen != null && !questioned;
  }

  /** Compares what an array took with what was expected. */
  void outcome(long bytes, int count) {
    if (patience > 0) {
      patience--;
      return;
    }
    double expected = expectedPerValue * count;
    questioned =
        bytes > expected * TOO_LARGE + SLACK_BYTES || bytes < expected * TOO_SMALL - SLACK_BYTES;
  }
}
