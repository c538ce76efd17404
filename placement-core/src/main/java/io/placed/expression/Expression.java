package io.placed.expression;

import io.placed.schema.DecimalType;
import io.placed.schema.Type;
import io.placed.schema.TypeKind;
import java.io.Serializable;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * A value computed from a row. Immutable, compared by value. Null if anything that it is computed
 * from is null.
 *
 * <p>Whether an expression can fail is known before it is evaluated: from the types, and from the
 * ranges in which the values of columns are known to lie.
 */
public sealed interface Expression extends Serializable {
  Type type();

  /** Null if the values are no integers; see {@link Range}. */
  Range range();

  /** Whether there may be rows for which Spark has an error instead of a value. */
  boolean mayFail();

  /** Adds columns and parts of structs. */
  void collectReferences(Set<Reference> out);

  /** Of two numbers. */
  enum Operator {
    ADD("+"),
    SUBTRACT("-"),
    MULTIPLY("*"),
    DIVIDE("/"),
    REMAINDER("%");

    private final String symbol;

    Operator(String symbol) {
      this.symbol = symbol;
    }

    public String symbol() {
      return symbol;
    }
  }

  /** Of a date, and of a time without zone. */
  enum Part {
    YEAR,
    QUARTER,
    MONTH,
    DAY,
    DAY_OF_WEEK,
    DAY_OF_YEAR,
    WEEK,
    YEAR_OF_WEEK,
    HOUR,
    MINUTE,
    SECOND;

    Range range() {
      return switch (this) {
        case YEAR, YEAR_OF_WEEK -> Range.of(-6_000_000, 6_000_000);
        case QUARTER -> Range.of(1, 4);
        case MONTH -> Range.of(1, 12);
        case DAY -> Range.of(1, 31);
        case DAY_OF_WEEK -> Range.of(1, 7);
        case DAY_OF_YEAR -> Range.of(1, 366);
        case WEEK -> Range.of(1, 53);
        case HOUR -> Range.of(0, 23);
        case MINUTE, SECOND -> Range.of(0, 59);
      };
    }
  }

  /**
   * A column, or a part of structs.
   *
   * @param type in which it is looked at, which may be wider than it is stored
   * @param range null if the values are no integers
   */
  record Reference(List<String> path, Type type, Range range) implements Expression {
    public Reference {
      path = List.copyOf(path);
      if (type.isNested()) {
        throw new IllegalArgumentException(
            "an expression needs a primitive type, found " + path + " of type " + type);
      }
    }

    @Override
    public boolean mayFail() {
      return false;
    }

    @Override
    public void collectReferences(Set<Reference> out) {
      out.add(this);
    }

    @Override
    public String toString() {
      return String.join(".", path);
    }
  }

  /**
   * One value.
   *
   * @param value Long, Double, BigInteger (decimals beyond 18 digits, unscaled), byte[]; null =
   *     NULL
   */
  record Constant(Type type, Serializable value) implements Expression {
    @Override
    public Range range() {
      if (Range.of(type) == null) {
        return null;
      }
      BigInteger v =
          value == null
              ? BigInteger.ZERO
              : value instanceof BigInteger b ? b : BigInteger.valueOf((Long) value);
      return new Range(v, v);
    }

    @Override
    public boolean mayFail() {
      return false;
    }

    @Override
    public void collectReferences(Set<Reference> out) {}

    @Override
    public boolean equals(Object other) {
      return other instanceof Constant c
          && c.type.equals(type)
          && Objects.deepEquals(c.value, value);
    }

    @Override
    public int hashCode() {
      return value instanceof byte[] b ? Arrays.hashCode(b) : Objects.hashCode(value);
    }

    @Override
    public String toString() {
      if (value != null && type instanceof DecimalType d) {
        BigInteger unscaled = value instanceof BigInteger b ? b : BigInteger.valueOf((Long) value);
        return new java.math.BigDecimal(unscaled, d.scale()).toPlainString();
      }
      return value instanceof byte[] b
          ? "'" + new String(b, java.nio.charset.StandardCharsets.UTF_8) + "'"
          : String.valueOf(value);
    }
  }

  /**
   * @param type of the result; both sides have it too, but for decimals
   */
  record Arithmetic(Operator operator, Expression left, Expression right, Type type)
      implements Expression {
    public Arithmetic {
      boolean numbers = type.kind() != TypeKind.DECIMAL;
      if (numbers && (!left.type().equals(type) || !right.type().equals(type))) {
        throw new IllegalArgumentException(
            left.type()
                + " "
                + operator.symbol
                + " "
                + right.type()
                + " does not have type "
                + type);
      }
      if (operator == Operator.DIVIDE && Range.of(type) != null) {
        throw new IllegalArgumentException("only floating-point numbers are divided");
      }
    }

    @Override
    public Range range() {
      Range exact = exactRange();
      return exact == null ? null : clip(exact, type);
    }

    private Range exactRange() {
      if (left.range() == null || right.range() == null) {
        return null;
      }
      Range l = left.range();
      Range r = right.range();
      return switch (operator) {
        case ADD -> l.times(toScale(left)).plus(r.times(toScale(right)));
        case SUBTRACT -> l.times(toScale(left)).minus(r.times(toScale(right)));
        case MULTIPLY -> l.times(r);
        case REMAINDER -> r.contains(0) ? l : l.remainder(r);
        case DIVIDE -> throw new IllegalStateException("only floating-point numbers are divided");
      };
    }

    /** What makes unscaled values of a side ones of the result, of sums. */
    BigInteger toScale(Expression side) {
      return type instanceof DecimalType d
          ? BigInteger.TEN.pow(d.scale() - ((DecimalType) side.type()).scale())
          : BigInteger.ONE;
    }

    @Override
    public boolean mayFail() {
      if (left.mayFail() || right.mayFail()) {
        return true;
      }
      boolean divides = operator == Operator.DIVIDE || operator == Operator.REMAINDER;
      if (divides && mayBeZero(right)) {
        return true;
      }
      Range exact = exactRange();
      return exact != null && !exact.within(Range.of(type));
    }

    private static boolean mayBeZero(Expression e) {
      return e.range() != null
          ? e.range().contains(0)
          : !(e instanceof Constant c && c.value instanceof Double d && d != 0);
    }

    @Override
    public void collectReferences(Set<Reference> out) {
      left.collectReferences(out);
      right.collectReferences(out);
    }

    @Override
    public String toString() {
      return "(" + left + " " + operator.symbol + " " + right + ")";
    }
  }

  /** A value in another type; those of {@link Casts#known}. */
  record Cast(Expression child, Type type) implements Expression {
    public Cast {
      if (!Casts.known(child.type(), type)) {
        throw new IllegalArgumentException(
            "a cast from " + child.type() + " to " + type + " is not supported");
      }
    }

    @Override
    public Range range() {
      return child.range() == null || Range.of(type) == null
          ? null
          : clip(Casts.range(child.range(), child.type(), type), type);
    }

    @Override
    public boolean mayFail() {
      return child.mayFail()
          || (child.range() != null
              && Range.of(type) != null
              && !Casts.range(child.range(), child.type(), type).within(Range.of(type)));
    }

    @Override
    public void collectReferences(Set<Reference> out) {
      child.collectReferences(out);
    }

    @Override
    public String toString() {
      return "cast(" + child + " as " + type + ")";
    }
  }

  /** An int32: of a date any part but those of the day, of a time without zone those. */
  record DatePart(Part part, Expression child) implements Expression {
    public DatePart {
      boolean ofDay = part.compareTo(Part.HOUR) >= 0;
      if (child.type().kind() != (ofDay ? TypeKind.TIMESTAMP_NTZ : TypeKind.DATE)) {
        throw new IllegalArgumentException(part + " of type " + child.type() + " is not supported");
      }
    }

    @Override
    public Type type() {
      return Type.INT32;
    }

    @Override
    public Range range() {
      return part.range();
    }

    @Override
    public boolean mayFail() {
      return child.mayFail();
    }

    @Override
    public void collectReferences(Set<Reference> out) {
      child.collectReferences(out);
    }

    @Override
    public String toString() {
      return part + "(" + child + ")";
    }
  }

  /** Characters of a string, an int32. Where bytes are no UTF-8 they are counted as Spark does. */
  record Length(Expression child) implements Expression {
    public Length {
      if (child.type().kind() != TypeKind.STRING) {
        throw new IllegalArgumentException("length() needs a string, found " + child.type());
      }
    }

    @Override
    public Type type() {
      return Type.INT32;
    }

    @Override
    public Range range() {
      return Range.of(0, Integer.MAX_VALUE);
    }

    @Override
    public boolean mayFail() {
      return child.mayFail();
    }

    @Override
    public void collectReferences(Set<Reference> out) {
      child.collectReferences(out);
    }

    @Override
    public String toString() {
      return "length(" + child + ")";
    }
  }

  private static Range clip(Range exact, Type type) {
    Range all = Range.of(type);
    return exact.within(all) ? exact : all;
  }
}
