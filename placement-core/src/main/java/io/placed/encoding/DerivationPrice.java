package io.placed.encoding;

import io.placed.bytes.ByteWriter;
import io.placed.encoding.choice.BytePrice;
import io.placed.encoding.choice.TrialCompressor;
import io.placed.encoding.derived.Derivation;
import io.placed.encoding.derived.DerivedPage;
import io.placed.encoding.spi.DecodeCost;
import io.placed.schema.Storage;
import io.placed.vector.Column;
import java.util.List;

/**
 * What a page of a column costs by itself, or as a function of other columns; see
 * docs/design/encoding-choice.md.
 *
 * @param bytes per value, compressed if that is cheaper
 * @param nanos per value, including the cost of the bytes in the profile
 */
public record DerivationPrice(double bytes, double nanos) {
  /**
   * Share of the queries of a column that do not read its parents anyway. Without a workload, half
   * of them are assumed to read single columns.
   */
  public static final double ALONE = 0.5;

  /**
   * Share of a column's bytes that residuals may take unless only size counts. Rows of a derived
   * page cannot be selected, nor filtered while they are encoded, so little must be left to decode.
   */
  public static final double MOST_RESIDUALS = 0.125;

  /** The price of the cheapest encoding of values [from, from + count). */
  static DerivationPrice plain(Column column, int from, int count, EncodingOptions options) {
    List<SchemeCost> considered = EncodingReasons.of(column, from, count, options);
    if (considered.isEmpty()) {
      return new DerivationPrice(0, 0);
    }
    SchemeCost best = considered.get(0);
    double bytes = best.bytesPerValue();
    if (best.compressed()) {
      BytePrice price = options.price();
      double codec = bytes * price.compressor().nanosPerByte();
      bytes = (best.costPerValue() - best.decodeNanosPerValue() - codec) / price.nanosPerByte();
    }
    return new DerivationPrice(bytes, best.costPerValue());
  }

  /**
   * The price of the residuals of values [from, from + count), without that of the parents.
   *
   * @return null if the page would not be stored in this way
   */
  static DerivationPrice ofResiduals(
      Column column,
      int from,
      int count,
      Derivation derivation,
      List<Column> parents,
      EncodingOptions options) {
    ByteWriter out = new ByteWriter(1 << 12);
    DerivedPage.Contexts contexts =
        new DerivedPage.Contexts(() -> Encodings.nested(options, DerivedPage.DEPTH));
    if (DerivedPage.encode(column, from, count, derivation, parents, contexts, out) == null) {
      return null;
    }
    BytePrice price = options.price();
    double bytes = out.size();
    double nanos = bytes * price.nanosPerByte();
    if (price.compressor() != TrialCompressor.NONE) {
      double stored = price.compressor().compressedBytes(out.array(), out.size());
      double compressed = stored * price.nanosPerByte() + bytes * price.compressor().nanosPerByte();
      if (compressed < nanos) {
        nanos = compressed;
        bytes = stored;
      }
    }
    return new DerivationPrice(
        bytes / count, nanos / count + decodeNanos(column, derivation, parents));
  }

  private static double decodeNanos(Column column, Derivation derivation, List<Column> parents) {
    if (derivation.function().isMap()) {
      return DecodeCost.DERIVED_MAP + floating(column);
    }
    return DecodeCost.DERIVED
        + floating(column)
        + parents.stream().mapToDouble(DerivationPrice::floating).sum();
  }

  private static double floating(Column column) {
    Storage s = column.type().storage();
    return s == Storage.FLOAT || s == Storage.DOUBLE ? DecodeCost.DERIVED_FLOATING : 0;
  }

  /**
   * The prices of a derived column.
   *
   * @param alone of the column without the derivation
   * @param residual of the residuals; null if pages would not be derived
   * @param parents of the parents together
   */
  public record Comparison(
      DerivationPrice alone, DerivationPrice residual, DerivationPrice parents) {

    /** Compares on one page of a column; the parents as if they were not derived. */
    public static Comparison of(
        Column column,
        int from,
        int count,
        Derivation derivation,
        List<Column> parents,
        EncodingOptions options) {
      DerivationPrice residual = ofResiduals(column, from, count, derivation, parents, options);
      double bytes = 0;
      double nanos = 0;
      for (Column parent : parents) {
        DerivationPrice p = plain(parent, from, count, options);
        bytes += p.bytes;
        nanos += p.nanos;
      }
      return new Comparison(
          plain(column, from, count, options), residual, new DerivationPrice(bytes, nanos));
    }

    /** The price of the column with its parents where queries do not read them anyway. */
    public double derivedNanos(Profile profile) {
      return residual.nanos + (profile == Profile.COMPACT ? 0 : ALONE * parents.nanos);
    }

    /**
     * Whether the column is to be derived. Unless only size counts, no query may read more bytes
     * than without the derivation, and next to nothing may remain of the column.
     */
    public boolean pays(Profile profile) {
      return residual != null
          && derivedNanos(profile) < alone.nanos
          && (profile == Profile.COMPACT || isCheap());
    }

    private boolean isCheap() {
      return residual.bytes + parents.bytes <= alone.bytes
          && residual.bytes <= MOST_RESIDUALS * alone.bytes;
    }
  }
}
