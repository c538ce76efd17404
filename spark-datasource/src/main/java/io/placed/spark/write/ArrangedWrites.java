package io.placed.spark.write;

import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Writes on their second way through Spark, by a token that goes with the options: what they do is
 * settled, and their rows are where they belong.
 */
final class ArrangedWrites {
  private static final Map<String, WritePlan> PLANS = new ConcurrentHashMap<>();

  private ArrangedWrites() {}

  static String add(WritePlan plan) {
    String token = UUID.randomUUID().toString();
    PLANS.put(token, plan);
    return token;
  }

  /**
   * @throws IllegalStateException if no such write is under way
   */
  static WritePlan get(String token) {
    WritePlan plan = PLANS.get(token);
    if (plan == null) {
      throw new IllegalStateException("no write is under way as " + token);
    }
    return plan;
  }

  static void remove(String token) {
    PLANS.remove(token);
  }
}
