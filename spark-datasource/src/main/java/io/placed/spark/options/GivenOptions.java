package io.placed.spark.options;

/**
 * Which options were given for one call, and not as properties of the table or defaults of the
 * session: only those must have an effect.
 */
@FunctionalInterface
public interface GivenOptions {
  boolean has(String option);
}
