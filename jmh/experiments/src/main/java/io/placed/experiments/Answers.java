package io.placed.experiments;

import java.util.HashMap;
import java.util.Map;

/** The first result of each query; a different one is a failure. */
final class Answers {
  /** Sums of doubles depend on the order of additions. */
  private static final double TOLERANCE = 1e-9;

  private final Map<String, String> known = new HashMap<>();

  /**
   * Compares a result with the first one of the same query, or keeps it if it is the first.
   *
   * @param who computed it, for the message
   * @throws WrongAnswerException if they differ
   */
  void check(String question, String answer, String who) {
    if (question.isEmpty()) {
      return;
    }
    String first = known.putIfAbsent(question, answer);
    if (first != null && !same(first, answer)) {
      throw new WrongAnswerException(
          who + ": " + question + ": found " + answer + ", expected " + first);
    }
  }

  /** Compares word by word; numbers may differ by rounding. */
  static boolean same(String a, String b) {
    if (a.equals(b)) {
      return true;
    }
    String[] left = a.split(" ");
    String[] right = b.split(" ");
    if (left.length != right.length) {
      return false;
    }
    for (int i = 0; i < left.length; i++) {
      if (!left[i].equals(right[i]) && !close(left[i], right[i])) {
        return false;
      }
    }
    return true;
  }

  /** Integers must be equal. */
  private static boolean close(String a, String b) {
    if (a.indexOf('.') < 0 && b.indexOf('.') < 0) {
      return false;
    }
    try {
      double x = Double.parseDouble(a);
      double y = Double.parseDouble(b);
      return Math.abs(x - y) <= TOLERANCE * Math.max(Math.abs(x), Math.abs(y));
    } catch (NumberFormatException e) {
      return false;
    }
  }
}
