package io.placed.encoding.choice;

import io.placed.bytes.ByteWriter;
import io.placed.encoding.Profile;
import io.placed.encoding.spi.Estimate;
import io.placed.encoding.spi.Scheme;
import io.placed.encoding.values.PageValues;

/**
 * Whether general compression repays the time that it costs every reader: the bytes it saves, at
 * the price of the {@link Profile}, against the time to decompress them.
 */
public final class CompressionChoice {
  /** Saving less is not worth a codec in any profile. */
  private static final double LEAST_SAVING = 0.05;

  /** Below it headers outweigh what is saved. */
  private static final int MIN_BYTES = 1024;

  /** Encoded samples hardly ever get smaller than this part. */
  private static final double BEST_RATIO = 0.15;

  /** Pages that follow a trial without another one. */
  private static final int TRIED_FOR = 16;

  private final CostModel costs;
  private boolean compress;
  private int pagesToGo;

  public CompressionChoice(CostModel costs) {
    this.costs = costs;
  }

  /** Whether this page, like those before it, should be compressed. */
  public boolean next(byte[] bytes, int length) {
    if (costs.compressor() == TrialCompressor.NONE || length == 0) {
      return false;
    }
    if (pagesToGo == 0) {
      compress = pays(costs, length, costs.compressor().compressedBytes(bytes, length));
      pagesToGo = TRIED_FOR;
    }
    pagesToGo--;
    return compress;
  }

  static boolean pays(CostModel costs, double raw, double compressed) {
    return raw - compressed > raw * LEAST_SAVING
        && (raw - compressed) * costs.nanosPerByte() > raw * costs.compressor().nanosPerByte();
  }

  /**
   * What the array costs if its page is then compressed where that pays.
   *
   * @param least cost to beat; the trial is left out where no compression could
   */
  static double cost(
      Scheme scheme, Estimate plain, PageValues values, ChoiceContext context, double least) {
    CostModel costs = context.costs();
    double nanosPerByte = costs.nanosPerByte();
    double cost = plain.cost(nanosPerByte);
    TrialCompressor compressor = costs.compressor();
    if (compressor == TrialCompressor.NONE || plain.bytes() < MIN_BYTES) {
      return cost;
    }
    double fixed = plain.decodeNanos() + plain.bytes() * compressor.nanosPerByte();
    if (fixed + BEST_RATIO * plain.bytes() * nanosPerByte >= Math.min(cost, least)) {
      return cost;
    }
    PageValues sample = values.sample();
    ByteWriter out = new ByteWriter(1 << 13);
    if (scheme.encode(sample, context.fresh(), out) == null) {
      return cost;
    }
    double ratio = (double) compressor.compressedBytes(out.array(), out.size()) / out.size();
    double compressed = plain.bytes() * ratio;
    return pays(costs, plain.bytes(), compressed)
        ? Math.min(cost, fixed + compressed * nanosPerByte)
        : cost;
  }
}
