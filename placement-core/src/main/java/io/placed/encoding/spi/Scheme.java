package io.placed.encoding.spi;

import io.placed.bytes.ByteWriter;
import io.placed.encoding.values.PageValues;
import io.placed.schema.Storage;
import java.util.Set;

/**
 * The writing side of an {@link Encoding}: whether to consider it, its estimated cost, and how to
 * write it. Stateless.
 */
public abstract class Scheme {
  private final int id;
  private final String name;
  private final Set<Storage> storages;

  /**
   * @param id of the encoding
   * @param name of the encoding
   * @param storages storages of values for which it is compared with others
   */
  protected Scheme(int id, String name, Storage... storages) {
    this.id = id;
    this.name = name;
    this.storages = Set.of(storages);
  }

  public final int id() {
    return id;
  }

  /** Name for descriptions. */
  public final String name() {
    return name;
  }

  /** Storages of values for which it is compared with others. */
  public final Set<Storage> storages() {
    return storages;
  }

  /** Whether the array may have this encoding; must be very cheap. */
  public abstract boolean applies(PageValues values, EncodeContext context);

  /**
   * Estimates the cost of the array, in at most a few percent of the time that encoding takes. Use
   * {@link PageValues#sample} for what one pass over all values cannot determine.
   *
   * @return null if the encoding should not be considered
   */
  public abstract Estimate estimate(PageValues values, EncodeContext context);

  /**
   * Shares with the chunk of a trial what the pages of the chunk will share, as far as this
   * encoding makes it from the values of a whole page. A trial encodes a small sample: what is made
   * from the sample alone fits it too well.
   *
   * @param values of the page, of which the trial encodes a sample
   * @param chunk of the page
   * @param trial chunk of the trial, empty
   */
  public void prepareTrial(PageValues values, ChunkState chunk, ChunkState trial) {}

  /**
   * Writes the array, identifier first. Parameters, such as widths, fit these values; only the
   * choice of the scheme may come from an earlier page.
   *
   * @return the description that the decoder gives too; null if the values cannot be encoded or it
   *     is not worthwhile: the caller then removes what was written
   */
  public abstract String encode(PageValues values, EncodeContext context, ByteWriter out);
}
