package io.placed.spark.write;

import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Writes whose rows were divided among tasks, for their second pass through Spark, by a token in
 * the options.
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
   * @throws IllegalStateException if no such write is active
   */
  static WritePlan get(String token) {
    WritePlan plan = PLANS.get(token);
    if (plan == null) {
      throw new IllegalStateException("no active write has the token " + token);
    }
    return plan;
  }

  static void remove(String token) {
    PLANS.remove(token);
  }
}
