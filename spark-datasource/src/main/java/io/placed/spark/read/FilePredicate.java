package io.placed.spark.read;

import io.placed.predicate.Predicate;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.schema.StructType;
import java.util.List;
import java.util.Optional;

/** The part of a predicate that one file can be asked. */
final class FilePredicate {
  private final Schema schema;
  private final boolean caseSensitive;

  private FilePredicate(Schema schema, boolean caseSensitive) {
    this.schema = schema;
    this.caseSensitive = caseSensitive;
  }

  /**
   * Leaves out what asks about a part that the file's struct does not have; Spark tests the rows.
   *
   * @return null if nothing is left
   */
  static Predicate of(Predicate predicate, Schema file, boolean caseSensitive) {
    if (predicate == null) {
      return null;
    }
    FilePredicate p = new FilePredicate(file, caseSensitive);
    List<Predicate> parts = predicate.conjuncts().stream().filter(p::known).toList();
    return parts.isEmpty() ? null : Predicate.and(parts);
  }

  private boolean known(Predicate p) {
    if (p instanceof Predicate.And a) {
      return a.parts().stream().allMatch(this::known);
    } else if (p instanceof Predicate.Or o) {
      return o.parts().stream().allMatch(this::known);
    } else if (p instanceof Predicate.Not n) {
      return known(n.part());
    } else if (p instanceof Predicate.Comparison c) {
      return found(c.column());
    } else if (p instanceof Predicate.EqualNullSafe e) {
      return found(e.column());
    } else if (p instanceof Predicate.In i) {
      return found(i.column());
    } else if (p instanceof Predicate.IsNull i) {
      return found(i.column());
    } else if (p instanceof Predicate.IsNotNull i) {
      return found(i.column());
    } else if (p instanceof Predicate.StartsWith s) {
      return found(s.column());
    }
    return true;
  }

  /** A whole column that is missing is no problem: it holds nulls. */
  private boolean found(List<String> path) {
    Optional<Integer> top = schema.find(path.get(0), caseSensitive);
    if (path.size() == 1 || top.isEmpty()) {
      return path.size() == 1;
    }
    Field field = schema.field(top.get());
    for (String name : path.subList(1, path.size())) {
      Field part = null;
      if (field.type() instanceof StructType s) {
        for (Field f : s.fields()) {
          if (caseSensitive ? f.name().equals(name) : f.name().equalsIgnoreCase(name)) {
            part = f;
          }
        }
      }
      if (part == null) {
        return false;
      }
      field = part;
    }
    return true;
  }
}
