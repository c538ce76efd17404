package io.placed.encoding.choice;

import io.placed.bytes.ByteWriter;
import io.placed.encoding.Profile;
import io.placed.encoding.spi.Estimate;
import io.placed.encoding.spi.Scheme;
import io.placed.encoding.values.PageValues;
import java.util.Arrays;

/**
 * Decides whether general compression is worthwhile: the cost of the bytes it saves, in the {@link
 * Profile}, against the time to decompress them.
 */
public final class CompressionChoice {
  /** Minimum saving; less is not worth a codec in any profile. */
  private static final double LEAST_SAVING = 0.05;

  /** Minimum bytes of a page; below it headers outweigh the saving. */
  private static final int MIN_BYTES = 1024;

  /** Smallest compression ratio to expect of encoded data. */
  private static final double BEST_RATIO = 0.15;

  /** Number of pages that keep the result of a trial. */
  private static final int TRIED_FOR = 16;

  /** Of a sample of large values so many bytes are encoded. */
  private static final long MAX_SAMPLE_BYTES = 4 << 20;

  /** Of a large page so many bytes are compressed for a trial. */
  private static final int MAX_TRIAL_BYTES = 16 << 20;

  /** Pieces of a larger page, from the whole of it. */
  private static final int PIECES = 4;

  private final BytePrice price;
  private boolean compress;
  private int pagesToGo;

  public CompressionChoice(BytePrice price) {
    this.price = price;
  }

  /** Whether this page should be compressed, based on it and the pages before. */
  public boolean next(byte[] bytes, int length) {
    if (price.compressor() == TrialCompressor.NONE || length == 0) {
      return false;
    }
    if (pagesToGo == 0) {
      compress = pays(price, length, compressedBytes(bytes, length));
      pagesToGo = TRIED_FOR;
    }
    pagesToGo--;
    return compress;
  }

  private double compressedBytes(byte[] bytes, int length) {
    if (length <= MAX_TRIAL_BYTES) {
      return price.compressor().compressedBytes(bytes, length);
    }
    int piece = MAX_TRIAL_BYTES / PIECES;
    double sum = 0;
    for (int k = 0; k < PIECES; k++) {
      int from = (int) ((long) k * (length - piece) / (PIECES - 1));
      byte[] part = Arrays.copyOfRange(bytes, from, from + piece);
      sum += price.compressor().compressedBytes(part, piece);
    }
    return sum * length / MAX_TRIAL_BYTES;
  }

  static boolean pays(BytePrice price, double raw, double compressed) {
    return raw - compressed > raw * LEAST_SAVING
        && (raw - compressed) * price.nanosPerByte() > raw * price.compressor().nanosPerByte();
  }

  /**
   * Cost of an array, compressed if that is cheaper.
   *
   * @param least cost to beat; compression is not tried if it cannot reach it
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
    PageValues sample = values.sample().within(MAX_SAMPLE_BYTES);
    ByteWriter out = new ByteWriter(1 << 13);
    if (scheme.encode(sample, context.trial(scheme, values), out) == null) {
      return cost;
    }
    double ratio = (double) compressor.compressedBytes(out.array(), out.size()) / out.size();
    double compressed = plain.bytes() * ratio;
    return pays(price, plain.bytes(), compressed)
        ? Math.min(cost, fixed + compressed * nanosPerByte)
        : cost;
  }
}
