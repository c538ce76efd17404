package io.placed.experiments;

import java.util.List;

/**
 * One experiment of a paper: which knobs there are, how one combination of their values is
 * measured, and what the paper found.
 */
public interface Experiment extends AutoCloseable {
  /** What it is called and where it comes from. */
  Title title();

  /** What is varied; the first ones change least often. */
  List<Knob> knobs();

  /**
   * How large the tables are; what 1 means is the experiment's to say.
   *
   * @param quick so small that all experiments together take minutes
   */
  double scale(boolean quick);

  /** Whether a combination of values is one that the paper looks at; others are left out. */
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

  /** Gives up what was kept between cells, such as a table in the layout of the last one. */
  @Override
  default void close() throws java.io.IOException {}

  /** What the paper says, and what the results say about it. */
  List<Finding> findings();

  /** How results are shown. */
  List<Chart> charts();

  /**
   * What an experiment is.
   *
   * @param number in the list of experiments
   * @param text one line
   * @param paper authors, name, year
   * @param figure in the paper
   * @param method how it is done here, a few sentences
   */
  record Title(int number, String text, Paper paper, String figure, String method) {}
}
