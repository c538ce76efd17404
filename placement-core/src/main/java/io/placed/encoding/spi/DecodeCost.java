package io.placed.encoding.spi;

/**
 * Decoding times in nanoseconds, on one core with a warm cache: measured if the tests'
 * DecodeCostReport has the case, otherwise estimated. Only the ratios to each other and to the cost
 * of a byte in a profile matter.
 */
public final class DecodeCost {
  /** Per value of a constant. */
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

  /** Per dictionary code. */
  public static final double LOOKUP = 0.25;

  /** Per difference. */
  public static final double DELTA = 0.35;

  /** Per byte string, and (next constant) per byte copied. */
  public static final double STRING = 1.0;

  public static final double STRING_BYTE = 0.03;

  /** Per code of the FSST table. */
  public static final double FSST_CODE = 0.9;

  /** Per front-coded value, besides the decoding of its suffix. */
  public static final double FRONT_CODED = 8;

  /** Per integer converted to the decimal that it represents. */
  public static final double DECIMAL = 0.1;

  /** Per value joined from two parts. */
  public static final double JOIN = 0.2;

  /** Per quotient. */
  public static final double MULTIPLY = 0.1;

  /** Per slot of an array with one frequent value, and per exception. */
  public static final double FREQUENT = 0.2;

  public static final double FREQUENT_EXCEPTION = 1.2;

  /**
   * Per value computed from other columns, or looked up by their values; and per floating-point
   * number that has to be converted to an integer or from one.
   */
  public static final double DERIVED = 1.0;

  public static final double DERIVED_MAP = 4.0;

  public static final double DERIVED_FLOATING = 5;

  /** Per value whose bin is decoded from a state. */
  public static final double ENTROPY = 1.4;

  /** Per array, per bin that is read, and per state of the table that is built. */
  public static final double ENTROPY_ARRAY = 2000;

  public static final double ENTROPY_BIN = 10;

  public static final double ENTROPY_STATE = 2.0;

  /** Per offset whose number of bits depends on its bin. */
  public static final double ENTROPY_OFFSET = 2.0;

  private DecodeCost() {}
}
