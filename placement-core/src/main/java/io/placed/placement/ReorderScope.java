package io.placed.placement;

/** Which rows a reordering orders if several tasks of an engine write one table. */
public enum ReorderScope {
  /** All rows of a write. The default, not in the text form. */
  TABLE,
  /** The rows of each task separately. Text: {@code per-task}. */
  TASK;

  static final String PER_TASK = "per-task";

  /** Suffix of the text of a reordering, before the closing bracket. */
  String suffix() {
    return this == TASK ? "; " + PER_TASK : "";
  }
}
