package io.placed.spark.read.translate;

import io.placed.expression.Expression.Reference;
import io.placed.predicate.Predicate;
import io.placed.predicate.Relation;
import io.placed.table.plan.ColumnRanges;
import io.placed.vector.Values;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.sql.connector.expressions.Expression;
import org.apache.spark.sql.connector.expressions.Literal;
import org.apache.spark.sql.connector.expressions.NamedReference;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.TimestampNTZType;
import org.apache.spark.sql.types.TimestampType;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * Translates Spark's predicates, each one completely or not at all: a part of a conjunction would
 * be wrong below a NOT.
 */
public final class FilterTranslator {
  /** Maximum number of expressions in an IN, because each is evaluated separately. */
  private static final int MOST_EXPRESSIONS = 20;

  private final ColumnTypes types;
  private final ExpressionTranslator expressions;

  public FilterTranslator(StructType schema, boolean caseSensitive) {
    this(schema, caseSensitive, ColumnRanges.NONE);
  }

  public FilterTranslator(StructType schema, boolean caseSensitive, ColumnRanges ranges) {
    this.types = new ColumnTypes(schema, caseSensitive);
    this.expressions = new ExpressionTranslator(types, ranges);
  }

  /** Empty if the predicate is not supported, or has another meaning here. */
  public Optional<Predicate> translate(
      org.apache.spark.sql.connector.expressions.filter.Predicate predicate) {
    return Optional.ofNullable(convert(predicate));
  }

  private Predicate convert(Expression e) {
    if (!(e instanceof org.apache.spark.sql.connector.expressions.filter.Predicate p)) {
      return null;
    }
    Expression[] args = p.children();
    return switch (p.name()) {
      case "ALWAYS_TRUE" -> Predicate.alwaysTrue();
      case "ALWAYS_FALSE" -> Predicate.alwaysFalse();
      case "AND" -> both(args, true);
      case "OR" -> both(args, false);
      case "NOT" -> {
        Predicate part = convert(args[0]);
        yield part == null ? null : Predicate.not(part);
      }
      case "IS_NULL", "IS_NOT_NULL" -> nullTest(p.name(), args[0]);
      case "=", "<>", "<", "<=", ">", ">=", "<=>" -> comparison(p.name(), args);
      case "IN" -> in(args);
      case "STARTS_WITH", "ENDS_WITH", "CONTAINS" -> pattern(p.name(), args);
      case "BOOLEAN_EXPRESSION" -> truth(args[0]);
      default -> null;
    };
  }

  /**
   * A filter that Spark has found at run time and that need not be exact. Keys of a row-level
   * operation are those of the rows that it changes; if null is one of them, IN would leave these
   * rows out.
   */
  public Optional<Predicate> translateKeys(
      org.apache.spark.sql.connector.expressions.filter.Predicate keys) {
    Optional<Predicate> filter = translate(keys);
    boolean withNull =
        keys.name().equals("IN")
            && Arrays.stream(keys.children())
                .anyMatch(e -> e instanceof Literal<?> l && l.value() == null);
    if (!withNull || filter.isEmpty()) {
      return filter;
    }
    Predicate isNull = nullTest("IS_NULL", keys.children()[0]);
    return Optional.ofNullable(isNull).map(missing -> Predicate.or(filter.get(), missing));
  }

  private Predicate both(Expression[] args, boolean and) {
    Predicate left = convert(args[0]);
    Predicate right = convert(args[1]);
    if (left == null || right == null) {
      return null;
    }
    return and ? Predicate.and(left, right) : Predicate.or(left, right);
  }

  private Predicate nullTest(String name, Expression arg) {
    if (!(arg instanceof NamedReference ref)) {
      return nullTest(name, expressions.translate(arg));
    }
    if (types.of(ref) == null) {
      return null;
    }
    List<String> column = column(ref);
    return name.equals("IS_NULL") ? Predicate.isNull(column) : Predicate.isNotNull(column);
  }

  /** Null if and only if one of its columns is null. */
  private static Predicate nullTest(String name, io.placed.expression.Expression e) {
    if (e == null) {
      return null;
    }
    Set<Reference> columns = new LinkedHashSet<>();
    e.collectReferences(columns);
    List<Predicate> present = columns.stream().map(r -> Predicate.isNotNull(r.path())).toList();
    Predicate all = Predicate.and(present);
    return columns.isEmpty() ? null : name.equals("IS_NULL") ? Predicate.not(all) : all;
  }

  private Predicate comparison(String name, Expression[] args) {
    if (isCondition(args[0]) || isCondition(args[1])) {
      return equality(name, condition(args[0]), condition(args[1]));
    }
    boolean flipped = args[0] instanceof Literal;
    Expression left = flipped ? args[1] : args[0];
    Expression right = flipped ? args[0] : args[1];
    if (!(left instanceof NamedReference ref)
        || !(right instanceof Literal<?> literal)
        || !ColumnTypes.comparable(types.of(ref))) {
      Predicate part = YearCondition.of(name, args, types);
      part = part == null ? TextCondition.of(name, left, right, types) : part;
      return part == null ? relation(name, args[0], args[1]) : part;
    }
    Object[] value = value(literal);
    if (value == null) {
      return null;
    }
    if (name.equals("<=>")) {
      return Predicate.equalNullSafe(column(ref), value[0]);
    }
    return Predicate.compare(column(ref), operator(name, flipped), value[0]);
  }

  private static boolean isCondition(Expression e) {
    return e instanceof org.apache.spark.sql.connector.expressions.filter.Predicate
        && !(e instanceof Literal);
  }

  private Predicate condition(Expression e) {
    return e instanceof NamedReference ? truth(e) : convert(e);
  }

  /** Compares two conditions with three-valued logic: NULL if either is. */
  private static Predicate equality(String name, Predicate a, Predicate b) {
    if (a == null || b == null || !(name.equals("=") || name.equals("<>"))) {
      return null;
    }
    Predicate both = Predicate.and(a, b);
    Predicate neither = Predicate.and(Predicate.not(a), Predicate.not(b));
    Predicate equal = Predicate.or(both, neither);
    return name.equals("=") ? equal : Predicate.not(equal);
  }

  private Predicate relation(String name, Expression left, Expression right) {
    io.placed.expression.Expression l = expressions.translate(left);
    io.placed.expression.Expression r = l == null ? null : expressions.translate(right);
    if (r == null || !l.type().equals(r.type())) {
      return null;
    }
    return new Relation(l, operator(name, false), r, name.equals("<=>"));
  }

  private static Predicate.Op operator(String name, boolean flipped) {
    return switch (name) {
      case "=", "<=>" -> Predicate.Op.EQ;
      case "<>" -> Predicate.Op.NE;
      case "<" -> flipped ? Predicate.Op.GT : Predicate.Op.LT;
      case "<=" -> flipped ? Predicate.Op.GE : Predicate.Op.LE;
      case ">" -> flipped ? Predicate.Op.LT : Predicate.Op.GT;
      default -> flipped ? Predicate.Op.LE : Predicate.Op.GE;
    };
  }

  private Predicate in(Expression[] args) {
    if (!(args[0] instanceof NamedReference ref)) {
      Predicate text = TextCondition.in(args, types);
      return text == null ? inExpressions(args) : text;
    }
    if (!ColumnTypes.comparable(types.of(ref))) {
      return null;
    }
    List<Object> values = new ArrayList<>();
    for (Expression arg : Arrays.asList(args).subList(1, args.length)) {
      Object[] value = arg instanceof Literal<?> literal ? value(literal) : null;
      if (value == null) {
        return inExpressions(args);
      }
      values.add(value[0]);
    }
    return Predicate.in(column(ref), values);
  }

  /** Equal to one of a few expressions. */
  private Predicate inExpressions(Expression[] args) {
    List<Predicate> parts = new ArrayList<>();
    for (int k = 1; k < args.length; k++) {
      parts.add(
          parts.size() < MOST_EXPRESSIONS
              ? comparison("=", new Expression[] {args[0], args[k]})
              : null);
    }
    return parts.contains(null) ? null : Predicate.or(parts);
  }

  private Predicate pattern(String name, Expression[] args) {
    if (!(args[0] instanceof NamedReference ref)
        || !(types.of(ref) instanceof StringType)
        || !ColumnTypes.comparable(types.of(ref))
        || !(args[1] instanceof Literal<?> literal)
        || literal.value() == null
        || value(literal) == null) {
      return null;
    }
    String text = (String) value(literal)[0];
    return switch (name) {
      case "STARTS_WITH" -> Predicate.startsWith(column(ref), text);
      case "ENDS_WITH" -> Predicate.endsWith(column(ref), text);
      default -> Predicate.contains(column(ref), text);
    };
  }

  /** A boolean column as a predicate. */
  private Predicate truth(Expression arg) {
    return arg instanceof NamedReference ref && types.of(ref) instanceof BooleanType
        ? Predicate.compare(column(ref), Predicate.Op.EQ, true)
        : null;
  }

  private List<String> column(NamedReference ref) {
    return types.path(ref);
  }

  /** The value in an array, because it may be null; null if the type is not supported. */
  private static Object[] value(Literal<?> literal) {
    DataType type = literal.dataType();
    Object value = literal.value();
    if (value == null) {
      return new Object[] {null};
    }
    if (!ColumnTypes.comparable(type)) {
      return null;
    }
    Object out;
    if (type instanceof DateType) {
      out = LocalDate.ofEpochDay((Integer) value);
    } else if (type instanceof TimestampType) {
      out = Values.instant((Long) value);
    } else if (type instanceof TimestampNTZType) {
      out = LocalDateTime.ofInstant(Values.instant((Long) value), ZoneOffset.UTC);
    } else if (value instanceof Decimal d) {
      out = d.toJavaBigDecimal();
    } else if (type instanceof StringType) {
      out = value.toString();
      if (!UTF8String.fromString((String) out).equals(value)) {
        // invalid UTF-8, which no string has
        return null;
      }
    } else {
      out = value;
    }
    return new Object[] {out};
  }
}
