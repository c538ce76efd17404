package io.placed.encoding;

/**
 * Nanoseconds that decoding takes, measured on one core with a warm cache. Only their ratios to
 * each other and to {@link Profile#nanosPerByte} matter.
 */
final class DecodeCost {
  /** Per value filled in. */
  static final double CONSTANT = 0.05;

  /** Per number copied or widened. */
  static final double PLAIN = 0.1;

  /** Per number unpacked and added to its base. */
  static final double FRAME_OF_REFERENCE = 0.08;

  /** Per exception put in its place. */
  static final double EXCEPTION = 1.0;

  /** Per value and per run. */
  static final double RUN_VALUE = 0.15;

  static final double RUN = 1.5;

  /** Per word of a bitmap, position of a sparse one, and run of one in runs. */
  static final double BITMAP_WORD = 0.3;

  static final double POSITION = 1.0;

  static final double BIT_RUN = 4;

  /** Per code looked up. */
  static final double LOOKUP = 0.25;

  /** Per difference added. */
  static final double DELTA = 0.35;

  /** Per byte string placed, and per byte of it copied. */
  static final double STRING = 1.0;

  static final double STRING_BYTE = 0.03;

  /** Per code of {@link FsstTable}. */
  static final double FSST_CODE = 0.9;

  /** Per value put together from two pieces, beyond what its suffix takes. */
  static final double FRONT_CODED = 8;

  /** Per integer turned into the decimal that it stands for. */
  static final double DECIMAL = 0.1;

  /** Per value put together from two parts. */
  static final double JOIN = 0.2;

  /** Per quotient multiplied. */
  static final double MULTIPLY = 0.1;

  /** Per slot of an array with one frequent value, and per other value put in its place. */
  static final double FREQUENT = 0.2;

  static final double FREQUENT_EXCEPTION = 1.2;

  private DecodeCost() {}
}
