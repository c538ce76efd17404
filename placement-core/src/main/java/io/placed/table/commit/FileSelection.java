package io.placed.table.commit;

import io.placed.schema.Schema;
import io.placed.table.file.DataFile;
import java.util.Set;
import java.util.function.Predicate;

/** Selects files of a table. */
interface FileSelection {
  /** The condition on files whose statistics and partition values are in this schema. */
  Predicate<DataFile> in(Schema schema);

  /** Columns that the condition uses. */
  default Set<String> columns() {
    return Set.of();
  }

  static FileSelection all() {
    return any -> f -> true;
  }

  /**
   * @param paths relative to the table
   */
  static FileSelection of(Set<String> paths) {
    return any -> f -> paths.contains(f.path());
  }
}
