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
 * The position of an array in a chunk, with the choice that was made for the same array of the
 * previous page: a tree with one node for the values of the pages, and one per nested array.
 * Choosing once per chunk instead of once per page keeps the choice cheap.
 */
public final class ChoiceContext implements EncodeContext {
  /**
   * The choice is repeated if a page has more than this factor times the expected bytes, or less
   * than the expected bytes divided by it.
   */
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

  /** Number of pages until a confirmed choice may be repeated. */
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

  /** The context of the values of a chunk's pages. */
  public static ChoiceContext root(EncodingTable encodings, BytePrice price, ChunkState chunk) {
    return new ChoiceContext(encodings, price, chunk, 1, true);
  }

  /** The context of an array at some depth that must not have a dictionary. */
  public static ChoiceContext withoutDictionary(
      EncodingTable encodings, BytePrice price, int depth) {
    return new ChoiceContext(encodings, price, new ChunkState(), depth, false);
  }

  /** The context of an independent array at some depth in the pages of a chunk. */
  public static ChoiceContext nested(EncodingTable encodings, BytePrice price, int depth) {
    return new ChoiceContext(encodings, price, new ChunkState(), depth, true);
  }

  /** The context in which a sample of a page is encoded, to see how well the result compresses. */
  ChoiceContext trial(Scheme scheme, PageValues values) {
    ChunkState trial = ChunkState.ofChunk();
    scheme.prepareTrial(values, chunk, trial);
    return root(encodings, price, trial);
  }

  BytePrice price() {
    return price;
  }

  /** The schemes to compare for these values. */
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

  /** The choice for the last page; null if there is none or it must be repeated. */
  Scheme chosen() {
    return chosen;
  }

  void choose(Scheme scheme, double bytesPerValue) {
    if (scheme == chosen) {
      // The last repetition confirmed the choice: wait longer before the next one.
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

  /** Whether the choice for the last page still applies. */
  boolean settled() {
    return chosen != null && !questioned;
  }

  /** Compares the actual bytes of an array with the expected ones. */
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
