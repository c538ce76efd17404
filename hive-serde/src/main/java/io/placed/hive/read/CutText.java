package io.placed.hive.read;

import io.placed.predicate.Predicate;
import io.placed.predicate.Predicate.Op;
import java.util.List;
import org.apache.hadoop.hive.ql.io.sarg.PredicateLeaf;
import org.apache.hadoop.hive.serde2.typeinfo.BaseCharTypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.CharTypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfo;

/**
 * Conditions on CHAR(n) and VARCHAR(n), of which Hive shows the first n characters, and of CHAR no
 * blanks at the end, while files may have more: Spark pads CHAR, and a column may have been a
 * longer text. A predicate is applied to the stored text, so the translation of {@code shown op
 * literal} selects at least, or below an odd number of NOTs at most, the rows of the condition.
 */
final class CutText {
  private final List<String> column;
  private final int most;
  private final boolean blanks;
  private final boolean positive;

  private CutText(List<String> column, BaseCharTypeInfo type, boolean positive) {
    this.column = column;
    this.most = type.getLength();
    this.blanks = type instanceof CharTypeInfo;
    this.positive = positive;
  }

  /** Whether stored texts of a type may be longer than what Hive shows of them. */
  static boolean isCut(TypeInfo hive) {
    return hive instanceof BaseCharTypeInfo;
  }

  /**
   * The predicate; null if there is none.
   *
   * @param positive whether the condition is below an even number of NOTs
   */
  static Predicate of(
      PredicateLeaf leaf,
      List<String> column,
      SargLiterals literals,
      TypeInfo hive,
      boolean positive) {
    CutText text = new CutText(column, (BaseCharTypeInfo) hive, positive);
    return switch (leaf.getOperator()) {
      case IS_NULL -> Predicate.isNull(column);
      case EQUALS -> text.equal(literals.of(leaf), false);
      case NULL_SAFE_EQUALS -> text.equal(literals.of(leaf), true);
      case LESS_THAN -> text.less(literals.of(leaf));
      case LESS_THAN_EQUALS -> text.atMost(literals.of(leaf));
      case IN -> text.in(literals.listOf(leaf));
      case BETWEEN -> text.between(literals.listOf(leaf));
    };
  }

  /** The literals of which a text that is cut is a prefix, or that it does not reach. */
  private boolean fits(Object literal) {
    return literal instanceof String s && s.codePointCount(0, s.length()) <= most;
  }

  /** Only a text of n characters can be what is left of a longer one. */
  private boolean isExact(String literal) {
    return !blanks && literal.codePointCount(0, literal.length()) < most;
  }

  /**
   * @param nullSafe whether the condition is false, not null, of null: below a NOT it selects nulls
   */
  private Predicate equal(Object literal, boolean nullSafe) {
    if (!fits(literal)) {
      return null;
    }
    String s = (String) literal;
    if (isExact(s)) {
      return nullSafe ? Predicate.equalNullSafe(column, s) : Predicate.compare(column, Op.EQ, s);
    }
    return positive ? Predicate.startsWith(column, s) : null;
  }

  private Predicate in(List<Object> literals) {
    if (literals == null) {
      return null;
    }
    List<Predicate> parts = literals.stream().map(l -> equal(l, false)).toList();
    return parts.contains(null) ? null : Predicate.or(parts);
  }

  /**
   * A stored text is never less than what is shown of it, so that {@code stored < s} selects at
   * most the rows. It selects all of them unless blanks follow that are not less than what follows
   * in the literal.
   */
  private Predicate less(Object literal) {
    if (!fits(literal) || positive && !isAboveBlanks((String) literal)) {
      return null;
    }
    return Predicate.compare(column, Op.LT, literal);
  }

  private Predicate atMost(Object literal) {
    if (!fits(literal) || positive && !isAboveBlanks((String) literal)) {
      return null;
    }
    Predicate stored = Predicate.compare(column, Op.LE, literal);
    return positive && !isExact((String) literal)
        ? Predicate.or(List.of(stored, Predicate.startsWith(column, (String) literal)))
        : stored;
  }

  private boolean isAboveBlanks(String literal) {
    return !blanks || literal.chars().allMatch(c -> c > ' ');
  }

  private Predicate between(List<Object> bounds) {
    if (bounds == null || !positive && !bounds.stream().allMatch(b -> exact(b))) {
      return null;
    }
    Predicate upper = atMost(bounds.get(1));
    // What is shown is at most what is stored.
    Predicate lower = Predicate.compare(column, Op.GE, bounds.get(0));
    return upper == null ? lower : Predicate.and(List.of(lower, upper));
  }

  private boolean exact(Object literal) {
    return literal instanceof String s && isExact(s);
  }
}
