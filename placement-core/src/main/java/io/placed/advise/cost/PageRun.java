package io.placed.advise.cost;

/**
 * A query that was run on written pages.
 *
 * @param nanos processor time of the fastest run
 * @param requests that were made
 * @param rows of the pages that were not skipped
 * @param matching rows
 */
public record PageRun(double nanos, double requests, double rows, double matching) {}
