package io.placed.predicate;

import io.placed.predicate.ColumnPredicate.Comparison;
import io.placed.predicate.ColumnPredicate.Contains;
import io.placed.predicate.ColumnPredicate.EndsWith;
import io.placed.predicate.ColumnPredicate.EqualNullSafe;
import io.placed.predicate.ColumnPredicate.In;
import io.placed.predicate.ColumnPredicate.IsNotNull;
import io.placed.predicate.ColumnPredicate.IsNull;
import io.placed.predicate.ColumnPredicate.StartsWith;
import io.placed.predicate.LogicalPredicate.And;
import io.placed.predicate.LogicalPredicate.Not;
import io.placed.predicate.LogicalPredicate.Or;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** Writes the text form that {@link PredicateParser} reads. */
final class PredicateText {
  /** Keywords: columns with such names are written in backticks. */
  static final Set<String> WORDS = Set.of("and", "or", "not", "is", "in", "null", "true", "false");

  /** Words that begin a literal if a quoted string follows, and are names elsewhere. */
  static final Set<String> LITERAL_WORDS =
      Set.of("x", "date", "timestamp", "timestamp_ntz", "double");

  private PredicateText() {}

  static String print(Predicate p) {
    if (p instanceof And a) {
      return join(a.parts(), " and ");
    }
    if (p instanceof Or o) {
      return join(o.parts(), " or ");
    }
    if (p instanceof Not n) {
      return "not " + operand(n.part());
    }
    if (p instanceof Comparison c) {
      return name(c.column()) + " " + c.op().symbol() + " " + Literals.text(c.value());
    }
    if (p instanceof EqualNullSafe e) {
      return name(e.column()) + " <=> " + Literals.text(e.value());
    }
    if (p instanceof In i) {
      return name(i.column())
          + i.values().stream().map(Literals::text).collect(Collectors.joining(", ", " in (", ")"));
    }
    if (p instanceof IsNull n) {
      return name(n.column()) + " is null";
    }
    if (p instanceof IsNotNull n) {
      return name(n.column()) + " is not null";
    }
    if (p instanceof StartsWith s) {
      return name(s.column()) + " starts with " + Literals.quote(s.prefix());
    }
    if (p instanceof EndsWith e) {
      return name(e.column()) + " ends with " + Literals.quote(e.suffix());
    }
    if (p instanceof Contains c) {
      return name(c.column()) + " contains " + Literals.quote(c.part());
    }
    if (p instanceof Relation r) {
      return r.left() + " " + (r.nullSafe() ? "<=>" : r.op().symbol()) + " " + r.right();
    }
    return p.toString();
  }

  private static String join(List<Predicate> parts, String word) {
    return parts.stream().map(PredicateText::operand).collect(Collectors.joining(word));
  }

  private static String operand(Predicate p) {
    return p instanceof And || p instanceof Or ? "(" + print(p) + ")" : print(p);
  }

  static String name(List<String> column) {
    return column.stream().map(PredicateText::quoted).collect(Collectors.joining("."));
  }

  private static String quoted(String name) {
    boolean plain = isNameStart(name.charAt(0)) && !WORDS.contains(name.toLowerCase(Locale.ROOT));
    for (int i = 1; i < name.length() && plain; i++) {
      plain = isNamePart(name.charAt(i));
    }
    return plain ? name : "`" + name.replace("`", "``") + "`";
  }

  static boolean isNameStart(char c) {
    return Character.isLetter(c) || c == '_';
  }

  static boolean isNamePart(char c) {
    return Character.isLetterOrDigit(c) || c == '_';
  }
}
