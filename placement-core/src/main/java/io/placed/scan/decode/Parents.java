package io.placed.scan.decode;

import io.placed.encoding.derived.Derivation;
import io.placed.scan.footer.FileFooter;
import io.placed.scan.footer.StoredColumn;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/** Resolves the parents of derived columns, and rejects invalid derivations. */
public final class Parents {
  private final FileFooter footer;

  private Parents(FileFooter footer) {
    this.footer = footer;
  }

  /**
   * The columns and, transitively, their parents.
   *
   * @param columns may contain nulls, which are ignored
   */
  public static Set<StoredColumn> with(FileFooter footer, Collection<StoredColumn> columns)
      throws IOException {
    Parents parents = new Parents(footer);
    Set<StoredColumn> all = new LinkedHashSet<>();
    List<StoredColumn> next = columns.stream().filter(Objects::nonNull).toList();
    // A cycle exceeds the maximum depth, too.
    for (int depth = 0; !next.isEmpty(); depth++) {
      if (depth > Derivation.MAX_DEPTH) {
        throw footer.corruptFooter(
            "column "
                + next.get(0).field().name()
                + " is in a chain of more than "
                + Derivation.MAX_DEPTH
                + " derived columns");
      }
      all.addAll(next);
      next = parents.of(next);
    }
    return all;
  }

  private List<StoredColumn> of(List<StoredColumn> columns) throws IOException {
    Set<String> names = new LinkedHashSet<>();
    for (StoredColumn c : columns) {
      if (c.parents() == null && c.record().derivation() != null) {
        c.record().derivation().parents().forEach(p -> names.add(p.name()));
      }
    }
    footer.prefetch(names);
    Set<StoredColumn> found = new LinkedHashSet<>();
    for (StoredColumn c : columns) {
      if (c.parents() == null) {
        c.parents(find(c));
      }
      found.addAll(c.parents());
    }
    return List.copyOf(found);
  }

  private List<StoredColumn> find(StoredColumn child) throws IOException {
    Derivation derivation = child.record().derivation();
    if (derivation == null) {
      return List.of();
    }
    if (footer.anyRowMajor() || !derivation.mayDerive(child.field().type())) {
      throw footer.corruptFooter(
          "column "
              + child.field().name()
              + " of type "
              + child.field().type()
              + " cannot be derived as "
              + derivation);
    }
    List<StoredColumn> parents = new ArrayList<>();
    for (Derivation.Parent p : derivation.parents()) {
      StoredColumn parent = footer.find(p.name(), true);
      if (parent == null || !derivation.mayUse(parent.field().type(), p)) {
        throw footer.corruptFooter(
            "column "
                + child.field().name()
                + " is "
                + derivation
                + ", and "
                + p.name()
                + (parent == null ? " does not exist" : " is " + parent.field().type()));
      }
      parents.add(parent.in(child.copy()));
    }
    return parents;
  }
}
