package io.placed.table.commit;

import io.placed.schema.Schema;
import io.placed.table.file.DataFile;
import java.util.Set;
import java.util.function.Predicate;

/** Selects files of a table. */
interface FileSelection {
  /** The condition on files whose statistics and partition values are in this schema. */
  Predicate<DataFile> in(Schema schema);

  /** The files that may be selected, by their paths in the table; null if any may be. */
  default Set<String> paths() {
    return null;
  }

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
    return new FileSelection() {
      @Override
      public Predicate<DataFile> in(Schema schema) {
        return f -> paths.contains(f.path());
      }

      @Override
      public Set<String> paths() {
        return paths;
      }
    };
  }
}
