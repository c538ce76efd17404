package io.placed.spark.read;

import io.placed.predicate.Predicate;
import io.placed.vector.Values;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.connector.expressions.Expression;
import org.apache.spark.sql.connector.expressions.Literal;
import org.apache.spark.sql.connector.expressions.NamedReference;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.ByteType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.types.FloatType;
import org.apache.spark.sql.types.IntegerType;
import org.apache.spark.sql.types.LongType;
import org.apache.spark.sql.types.ShortType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.TimestampNTZType;
import org.apache.spark.sql.types.TimestampType;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * Spark's predicates in our own form. A predicate is translated wholly or not at all: half of a
 * conjunction would be wrong below a NOT.
 */
public final class FilterTranslator {
  private final StructType schema;
  private final boolean caseSensitive;

  public FilterTranslator(StructType schema, boolean caseSensitive) {
    this.schema = schema;
    this.caseSensitive = caseSensitive;
  }

  /** Empty if the predicate says something that we do not know, or not in the same way. */
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

  private Predicate both(Expression[] args, boolean and) {
    Predicate left = convert(args[0]);
    Predicate right = convert(args[1]);
    if (left == null || right == null) {
      return null;
    }
    return and ? Predicate.and(left, right) : Predicate.or(left, right);
  }

  private Predicate nullTest(String name, Expression arg) {
    if (!(arg instanceof NamedReference ref) || type(ref) == null) {
      return null;
    }
    List<String> column = column(ref);
    return name.equals("IS_NULL") ? Predicate.isNull(column) : Predicate.isNotNull(column);
  }

  private Predicate comparison(String name, Expression[] args) {
    boolean flipped = args[0] instanceof Literal;
    Expression left = flipped ? args[1] : args[0];
    Expression right = flipped ? args[0] : args[1];
    if (!(left instanceof NamedReference ref)
        || !(right instanceof Literal<?> literal)
        || !comparable(type(ref))) {
      return null;
    }
    Object[] value = value(literal);
    if (value == null) {
      return null;
    }
    if (name.equals("<=>")) {
      return Predicate.equalNullSafe(column(ref), value[0]);
    }
    Predicate.Op op =
        switch (name) {
          case "=" -> Predicate.Op.EQ;
          case "<>" -> Predicate.Op.NE;
          case "<" -> flipped ? Predicate.Op.GT : Predicate.Op.LT;
          case "<=" -> flipped ? Predicate.Op.GE : Predicate.Op.LE;
          case ">" -> flipped ? Predicate.Op.LT : Predicate.Op.GT;
          default -> flipped ? Predicate.Op.LE : Predicate.Op.GE;
        };
    return Predicate.compare(column(ref), op, value[0]);
  }

  private Predicate in(Expression[] args) {
    if (!(args[0] instanceof NamedReference ref) || !comparable(type(ref))) {
      return null;
    }
    List<Object> values = new ArrayList<>();
    for (Expression arg : Arrays.asList(args).subList(1, args.length)) {
      Object[] value = arg instanceof Literal<?> literal ? value(literal) : null;
      if (value == null) {
        return null;
      }
      values.add(value[0]);
    }
    return Predicate.in(column(ref), values);
  }

  private Predicate pattern(String name, Expression[] args) {
    if (!(args[0] instanceof NamedReference ref)
        || !(type(ref) instanceof StringType)
        || !comparable(type(ref))
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

  /** A boolean column standing for itself. */
  private Predicate truth(Expression arg) {
    return arg instanceof NamedReference ref && type(ref) instanceof BooleanType
        ? Predicate.compare(column(ref), Predicate.Op.EQ, true)
        : null;
  }

  private static List<String> column(NamedReference ref) {
    return List.of(ref.fieldNames());
  }

  /** Null if there is no such column, or the path leads through something else than structs. */
  private DataType type(NamedReference ref) {
    DataType type = schema;
    for (String name : ref.fieldNames()) {
      DataType found = null;
      if (type instanceof StructType s) {
        for (StructField f : s.fields()) {
          if (caseSensitive ? f.name().equals(name) : f.name().equalsIgnoreCase(name)) {
            found = f.dataType();
          }
        }
      }
      if (found == null) {
        return null;
      }
      type = found;
    }
    return type;
  }

  /** Other collations than bytes order and equate strings in their own way. */
  private static boolean comparable(DataType type) {
    if (type instanceof StringType s) {
      return s.isUTF8BinaryCollation();
    }
    return type instanceof BooleanType
        || type instanceof ByteType
        || type instanceof ShortType
        || type instanceof IntegerType
        || type instanceof LongType
        || type instanceof FloatType
        || type instanceof DoubleType
        || type instanceof DecimalType
        || type instanceof DateType
        || type instanceof TimestampType
        || type instanceof TimestampNTZType
        || type instanceof BinaryType;
  }

  /** The value in an array, since null is one; null if values of this type are not known. */
  private static Object[] value(Literal<?> literal) {
    DataType type = literal.dataType();
    Object value = literal.value();
    if (value == null) {
      return new Object[] {null};
    }
    if (!comparable(type)) {
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
        // Bytes that are no UTF-8: they are not in the text.
        return null;
      }
    } else {
      out = value;
    }
    return new Object[] {out};
  }
}
