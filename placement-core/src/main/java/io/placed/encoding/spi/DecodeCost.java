package io.placed.encoding.spi;

/**
 * Nanoseconds that decoding takes on one core with a warm cache: measured where the tests'
 * DecodeCostReport has a case, estimated otherwise. Only their ratios to each other and to the
 * price of a byte in a profile matter.
 */
public final class DecodeCost {
  /** Per value filled in. */
  public static final double CONSTANT = 0.05;

  /** Per number copied or widened. */
  public static final double PLAIN = 0.1;

  /** Per number unpacked and added to its base. */
  public static final double FRAME_OF_REFERENCE = 0.08;

  /** Per exception put in its place. */
  public static final double EXCEPTION = 1.0;

  /** Per value and per run. */
  public static final double RUN_VALUE = 0.15;

  public static final double RUN = 1.5;

  /** Per word of a bitmap, position of a sparse one, and run of one in runs. */
  public static final double BITMAP_WORD = 0.3;

  public static final double POSITION = 1.0;

  public static final double BIT_RUN = 4;

  /** Per code looked up. */
  public static final double LOOKUP = 0.25;

  /** Per difference added. */
  public static final double DELTA = 0.35;

  /** Per byte string placed, and per byte of it copied. */
  public static final double STRING = 1.0;

  public static final double STRING_BYTE = 0.03;

  /** Per code of the FSST table. */
  public static final double FSST_CODE = 0.9;

  /** Per value put together from two pieces, beyond what its suffix takes. */
  public static final double FRONT_CODED = 8;

  /** Per integer turned into the decimal that it stands for. */
  public static final double DECIMAL = 0.1;

  /** Per value put together from two parts. */
  public static final double JOIN = 0.2;

  /** Per quotient multiplied. */
  public static final double MULTIPLY = 0.1;

  /** Per slot of an array with one frequent value, and per other value put in its place. */
  public static final double FREQUENT = 0.2;

  public static final double FREQUENT_EXCEPTION = 1.2;

  private DecodeCost() {}
}
