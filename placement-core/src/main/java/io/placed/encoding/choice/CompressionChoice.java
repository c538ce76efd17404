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

  private final BytePrice price;
  private boolean compress;
  private int pagesToGo;

  public CompressionChoice(BytePrice price) {
    this.price = price;
  }

  /** Whether this page, like those before it, should be compressed. */
  public boolean next(byte[] bytes, int length) {
    if (price.compressor() == TrialCompressor.NONE || length == 0) {
      return false;
    }
    if (pagesToGo == 0) {
      compress = pays(price, length, price.compressor().compressedBytes(bytes, length));
      pagesToGo = TRIED_FOR;
    }
    pagesToGo--;
    return compress;
  }

  static boolean pays(BytePrice price, double raw, double compressed) {
    return raw - compressed > raw * LEAST_SAVING
        && (raw - compressed) * price.nanosPerByte() > raw * price.compressor().nanosPerByte();
  }

  /**
   * What the array costs if its page is then compressed where that pays.
   *
   * @param least cost to beat; the trial is left out where no compression could
   */
  static double cost(
      Scheme scheme, Estimate plain, PageValues values, ChoiceContext context, double least) {
    BytePrice price = context.price();
    double nanosPerByte = price.nanosPerByte();
    double cost = plain.cost(nanosPerByte);
    TrialCompressor compressor = price.compressor();
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
    return pays(price, plain.bytes(), compressed)
        ? Math.min(cost, fixed + compressed * nanosPerByte)
        : cost;
  }
}
