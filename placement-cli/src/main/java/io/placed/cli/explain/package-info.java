/** The output of {@code placed explain}: text, JSON and a chart. */
package io.placed.cli.explain;
