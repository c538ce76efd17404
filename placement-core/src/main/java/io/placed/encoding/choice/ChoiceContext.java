package io.placed.encoding.choice;

import io.placed.bytes.ByteWriter;
import io.placed.encoding.spi.ChunkState;
import io.placed.encoding.spi.EncodeContext;
import io.placed.encoding.spi.EncodingTable;
import io.placed.encoding.spi.Estimate;
import io.placed.encoding.spi.Scheme;
import io.placed.encoding.values.PageValues;
import java.util.ArrayList;
import java.util.List;

/**
 * Where in a chunk an array stands, and what was chosen for the same place of the page before: a
 * tree that has one node for the values of the pages and one for each array nested in them.
 * Choosing once per chunk instead of once per page is what makes it cheap.
 */
public final class ChoiceContext implements EncodeContext {
  /** A page that takes so many times what was expected makes the choice anew, or so much less. */
  private static final double TOO_LARGE = 1.25;

  private static final double TOO_SMALL = 0.6;
  private static final int SLACK_BYTES = 64;

  private record Child(int scheme, int number, ChoiceContext context) {}

  private final EncodingTable encodings;
  private final BytePrice price;
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

  private ChoiceContext(
      EncodingTable encodings,
      BytePrice price,
      ChunkState chunk,
      int depth,
      boolean mayDictionary) {
    this.encodings = encodings;
    this.price = price;
    this.chunk = chunk;
    this.depth = depth;
    this.mayDictionary = mayDictionary;
  }

  /** The place of the values of a chunk's pages. */
  public static ChoiceContext root(EncodingTable encodings, BytePrice price, ChunkState chunk) {
    return new ChoiceContext(encodings, price, chunk, 1, true);
  }

  /** The same for an array that must have no dictionary of its own, at some depth. */
  public static ChoiceContext withoutDictionary(
      EncodingTable encodings, BytePrice price, int depth) {
    return new ChoiceContext(encodings, price, new ChunkState(), depth, false);
  }

  /** The place of an array of its own kind in the pages of a chunk, at some depth. */
  public static ChoiceContext nested(EncodingTable encodings, BytePrice price, int depth) {
    return new ChoiceContext(encodings, price, new ChunkState(), depth, true);
  }

  /** The same place in a chunk that has nothing yet. */
  ChoiceContext fresh() {
    return root(encodings, price, ChunkState.ofChunk());
  }

  BytePrice price() {
    return price;
  }

  /** The schemes to compare for such values. */
  List<Scheme> schemes(PageValues values) {
    return encodings.schemes(values.storage());
  }

  @Override
  public double nanosPerByte() {
    return price.nanosPerByte();
  }

  @Override
  public Estimate estimate(PageValues values) {
    return Choice.estimate(values, this);
  }

  @Override
  public String encode(PageValues values, ByteWriter out) {
    return Choice.encode(values, this, out);
  }

  @Override
  public ChunkState chunk() {
    return chunk;
  }

  @Override
  public int depth() {
    return depth;
  }

  @Override
  public boolean mayDictionary() {
    return mayDictionary;
  }

  @Override
  public ChoiceContext child(Scheme scheme, int number, boolean dictionary) {
    for (Child c : children) {
      if (c.scheme == scheme.id() && c.number == number) {
        return c.context;
      }
    }
    ChoiceContext context = new ChoiceContext(encodings, price, chunk, depth + 1, dictionary);
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
