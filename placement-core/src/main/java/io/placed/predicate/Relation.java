package io.placed.predicate;

import io.placed.expression.Expression;
import io.placed.predicate.Predicate.Op;

/**
 * Compares two expressions of one type; NULL if either is, unless null-safe. Created by engines
 * only: the text form cannot be parsed.
 *
 * @param nullSafe with EQ only: the result is never NULL
 */
public record Relation(Expression left, Op op, Expression right, boolean nullSafe)
    implements Predicate {
  public Relation {
    if (!left.type().equals(right.type())) {
      throw new IllegalArgumentException(
          "both sides of a comparison must have the same type, found "
              + left
              + " of type "
              + left.type()
              + " and "
              + right
              + " of type "
              + right.type());
    }
    if (nullSafe && op != Op.EQ) {
      throw new IllegalArgumentException("only EQ can be null-safe, found " + op);
    }
  }

  @Override
  public String toString() {
    return PredicateText.print(this);
  }
}
