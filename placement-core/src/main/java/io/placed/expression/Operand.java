package io.placed.expression;

import java.math.BigInteger;

/** Values of an expression for some rows: one of the arrays, by the type and the range of it. */
final class Operand {
  final int count;

  /** Null if no value is missing; what the arrays hold for missing ones is not defined. */
  boolean[] missing;

  /** Integers that fit 64 bits, and booleans as 0 and 1. */
  long[] longs;

  /** Other integers. */
  BigInteger[] bigs;

  /** Floating point, float too. */
  double[] doubles;

  /** Bytes of strings and binary, with the places of the values. */
  byte[] arena;

  int[] starts;
  int[] lengths;

  Operand(int count) {
    this.count = count;
  }

  boolean isMissing(int k) {
    return missing != null && missing[k];
  }

  BigInteger big(int k) {
    return bigs != null ? bigs[k] : BigInteger.valueOf(longs[k]);
  }

  /** Missing is what is missing in either. */
  static boolean[] union(Operand a, Operand b) {
    if (a.missing == null || b.missing == null) {
      return a.missing == null ? b.missing : a.missing;
    }
    boolean[] out = a.missing.clone();
    for (int k = 0; k < out.length; k++) {
      out[k] |= b.missing[k];
    }
    return out;
  }
}
