package io.placed.advise.cost;

import io.placed.encoding.derived.Derivation;
import io.placed.scan.FileReader;
import java.io.IOException;
import java.util.Set;

/** The columns of a file from which others are derived: they are read with them. */
public final class DerivedFrom {
  private DerivedFrom() {}

  /** Adds the parents of a column, their parents, and so on; none if the file lacks the column. */
  public static void add(FileReader file, String column, Set<String> to) throws IOException {
    if (file.schema().indexOf(column) < 0) {
      return;
    }
    Derivation derivation = file.derivation(column);
    if (derivation != null) {
      for (Derivation.Parent p : derivation.parents()) {
        if (to.add(p.name())) {
          add(file, p.name(), to);
        }
      }
    }
  }
}
