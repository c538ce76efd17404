package io.placed.encoding.values;

/** Estimates the size of entropy-coded dictionary codes. */
public final class CodeEntropy {
  /** Bytes that describe a code to the entropy coder, per page. */
  public static final double BYTES_PER_CODE = 1.1;

  /** With more codes, their entropy is not computed: their description takes what it saves. */
  public static final int MAX_CODES = 4096;

  /** Bits per code that rounded weights and the start of each vector take. */
  private static final double LOSS = 0.1;

  private static final double LN_2 = Math.log(2);

  private CodeEntropy() {}

  /**
   * The size of a code according to its entropy, from counts of n codes, with the bias correction
   * of Miller (1955): "Note on the bias of information estimates".
   */
  public static double bitsPerCode(int[] counts, int n) {
    int seen = 0;
    for (int c : counts) {
      seen += c > 0 ? 1 : 0;
    }
    return Log2.bits(counts, n) / n + (seen - 1) / (2 * LN_2 * n) + LOSS;
  }
}
