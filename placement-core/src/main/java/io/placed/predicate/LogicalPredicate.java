package io.placed.predicate;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Predicates that combine others, and the constants. */
public sealed interface LogicalPredicate extends Predicate {

  /** TRUE if all parts are. At least two; nested conjunctions are flattened. */
  record And(List<Predicate> parts) implements LogicalPredicate {
    public And {
      List<Predicate> flat = new ArrayList<>();
      parts.forEach(p -> flat.addAll(p instanceof And a ? a.parts : List.of(p)));
      parts = List.copyOf(flat);
      requireTwo(parts, "and");
    }

    @Override
    public String toString() {
      return PredicateText.print(this);
    }
  }

  /** TRUE if any part is. At least two; nested disjunctions are flattened. */
  record Or(List<Predicate> parts) implements LogicalPredicate {
    public Or {
      List<Predicate> flat = new ArrayList<>();
      parts.forEach(p -> flat.addAll(p instanceof Or o ? o.parts : List.of(p)));
      parts = List.copyOf(flat);
      requireTwo(parts, "or");
    }

    @Override
    public String toString() {
      return PredicateText.print(this);
    }
  }

  /** TRUE if the part is FALSE. */
  record Not(Predicate part) implements LogicalPredicate {
    public Not {
      Objects.requireNonNull(part);
    }

    @Override
    public String toString() {
      return PredicateText.print(this);
    }
  }

  /** Every row. */
  record AlwaysTrue() implements LogicalPredicate {
    @Override
    public String toString() {
      return "true";
    }
  }

  /** No row. */
  record AlwaysFalse() implements LogicalPredicate {
    @Override
    public String toString() {
      return "false";
    }
  }

  private static void requireTwo(List<Predicate> parts, String word) {
    if (parts.size() < 2) {
      throw new IllegalArgumentException(
          "'" + word + "' needs at least two predicates, found " + parts.size());
    }
  }
}
