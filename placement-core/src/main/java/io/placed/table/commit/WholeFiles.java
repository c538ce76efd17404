package io.placed.table.commit;

import io.placed.predicate.BoundPredicate;
import io.placed.predicate.Predicate;
import io.placed.schema.Schema;
import io.placed.table.file.DataFile;
import io.placed.table.snapshot.DataFilePruning;
import java.util.Set;

/**
 * Selects files all of whose rows match a condition; every file must match as a whole or not at
 * all.
 */
public final class WholeFiles implements FileSelection {
  private final Predicate rows;

  public WholeFiles(Predicate rows) {
    this.rows = rows;
  }

  @Override
  public java.util.function.Predicate<DataFile> in(Schema schema) {
    BoundPredicate bound = rows.bind(schema, true);
    return f -> isMeant(bound, schema, f);
  }

  @Override
  public Set<String> columns() {
    return rows.columns();
  }

  private boolean isMeant(BoundPredicate bound, Schema schema, DataFile f) {
    var statistics = DataFilePruning.statistics(schema, f);
    if (f.rows() == 0 || !bound.mayMatch(statistics)) {
      return false;
    }
    if (bound.alwaysMatches(statistics)) {
      return true;
    }
    throw new IllegalArgumentException(
        "'"
            + rows
            + "' may match only some rows of "
            + f.path()
            + "; only whole files can be chosen, for example by conditions on partition columns");
  }
}
