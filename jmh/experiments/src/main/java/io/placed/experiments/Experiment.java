package io.placed.experiments;

import java.util.List;

/**
 * One experiment of a paper: which knobs there are, how one combination of their values is
 * measured, and what the paper found.
 */
public interface Experiment extends AutoCloseable {
  /** Name and source. */
  Title title();

  /** The parameters that are varied; the first ones change least often. */
  List<Knob> knobs();

  /**
   * Scale of the tables; each experiment defines what 1 means.
   *
   * @param quick so small that all experiments together take minutes
   */
  double scale(boolean quick);

  /** Whether the paper measures a combination of values; others are skipped. */
  default boolean applies(Cell cell) {
    return true;
  }

  /**
   * Measures a combination.
   *
   * @throws NotMeasuredException if this machine cannot do it
   * @throws Exception if it fails, for instance because an answer is wrong
   */
  Outcome run(Cell cell, Lab lab) throws Exception;

  /** Releases what was kept between cells, such as the table in the last layout. */
  @Override
  default void close() throws java.io.IOException {}

  /** The paper's statements, and whether the results agree. */
  List<Finding> findings();

  /** How results are shown. */
  List<Chart> charts();

  /**
   * What an experiment is.
   *
   * @param number in the list of experiments
   * @param text description in one line
   * @param paper authors, name, year
   * @param figure in the paper
   * @param method how it is measured here, in a few sentences
   */
  record Title(int number, String text, Paper paper, String figure, String method) {}
}
