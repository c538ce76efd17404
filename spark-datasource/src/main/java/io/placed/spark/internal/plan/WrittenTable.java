package io.placed.spark.internal.plan;

/** The interface through which plan rules tell a table of this source about its next write. */
public interface WrittenTable {
  /**
   * Rows stay in the tasks of the query unless the write or the table asks for a distribution: the
   * query has divided or ordered them itself, or is a stream.
   *
   * @param order of the rows in each task
   */
  void keepTasks(QueryOrder order);
}
