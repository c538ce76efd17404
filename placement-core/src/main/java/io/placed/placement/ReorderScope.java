package io.placed.placement;

/** Whose rows a reordering puts in order, where several tasks of an engine write one table. */
public enum ReorderScope {
  /** The rows of a write, of all its tasks together. Not said in text. */
  TABLE,
  /** Those of each task by themselves. Text: {@code per-task}. */
  TASK;

  static final String PER_TASK = "per-task";

  /** The end of the text of a reordering, before the closing bracket. */
  String suffix() {
    return this == TASK ? "; " + PER_TASK : "";
  }
}
