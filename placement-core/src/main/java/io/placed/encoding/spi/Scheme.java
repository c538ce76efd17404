package io.placed.encoding.spi;

import io.placed.bytes.ByteWriter;
import io.placed.encoding.values.PageValues;
import io.placed.schema.Storage;
import java.util.Set;

/**
 * The side of an {@link Encoding} that writes: whether it is worth considering, what it would take,
 * how it is written. Without state.
 */
public abstract class Scheme {
  private final int id;
  private final String name;
  private final Set<Storage> storages;

  /**
   * @param id that of the encoding
   * @param name that of the encoding
   * @param storages of the values for which it is compared with others
   */
  protected Scheme(int id, String name, Storage... storages) {
    this.id = id;
    this.name = name;
    this.storages = Set.of(storages);
  }

  public final int id() {
    return id;
  }

  /** Name for people. */
  public final String name() {
    return name;
  }

  /** Storages of the values for which it is compared with others. */
  public final Set<Storage> storages() {
    return storages;
  }

  /** Whether the array may have this encoding, said at next to no cost. */
  public abstract boolean applies(PageValues values, EncodeContext context);

  /**
   * What the array would take: about, and within a few percent of the time that encoding it takes.
   * The {@link PageValues#sample} is there for what a pass over all values cannot tell.
   *
   * @return null if it is not worth considering
   */
  public abstract Estimate estimate(PageValues values, EncodeContext context);

  /**
   * Writes the array, identifier first. Parameters, such as widths, fit these values; only the
   * choice of the scheme may come from an earlier page.
   *
   * @return what was written, for people, as the decoder describes it; null if the values cannot be
   *     encoded so or it turned out not to pay: what was written is then removed
   */
  public abstract String encode(PageValues values, EncodeContext context, ByteWriter out);
}
