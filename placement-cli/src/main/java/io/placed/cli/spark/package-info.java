/** Spark in the process of a command, for {@code placed demo} and {@code placed sql}. */
package io.placed.cli.spark;
