package io.placed.hive.read;

import io.placed.schema.Type;
import java.math.BigDecimal;
import java.sql.Date;
import java.sql.Timestamp;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hive.common.NoDynamicValuesException;
import org.apache.hadoop.hive.ql.io.sarg.PredicateLeaf;
import org.apache.hadoop.hive.serde2.io.HiveDecimalWritable;
import org.apache.hadoop.hive.serde2.typeinfo.CharTypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfo;

/** Converts the literals of search arguments for one column to those of the core. */
final class SargLiterals {
  /** Before this date the calendar of java.sql.Date is not the proleptic one. */
  private static final LocalDate GREGORIAN = LocalDate.of(1582, 10, 15);

  private static final int MILLIS = 1_000;

  private final TypeInfo hive;
  private final Type read;

  SargLiterals(TypeInfo hive, Type read) {
    this.hive = hive;
    this.read = read;
  }

  /**
   * The literal. Null if it is not known yet, as in dynamic filters, or if it has another meaning
   * in Placed.
   */
  Object of(PredicateLeaf leaf) {
    Object literal;
    try {
      literal = leaf.getLiteral();
    } catch (NoDynamicValuesException e) {
      return null;
    }
    return literal == null ? null : convert(literal);
  }

  /** All literals; null if {@link #of} returns null for one of them. */
  List<Object> listOf(PredicateLeaf leaf) {
    List<Object> literals;
    try {
      literals = leaf.getLiteralList();
    } catch (NoDynamicValuesException e) {
      return null;
    }
    List<Object> values = new ArrayList<>();
    for (Object literal : literals) {
      Object value = literal == null ? null : convert(literal);
      if (value == null) {
        return null;
      }
      values.add(value);
    }
    return values.isEmpty() ? null : values;
  }

  private Object convert(Object literal) {
    return switch (read.kind()) {
      case BOOLEAN -> literal instanceof Boolean ? literal : null;
      case INT8, INT16, INT32, INT64, FLOAT, DOUBLE, DECIMAL -> number(literal);
      case STRING -> literal instanceof String s ? text(s) : null;
      case DATE -> literal instanceof Date d ? date(d) : null;
      case TIMESTAMP_NTZ -> hiveIsTimestamp() && literal instanceof Timestamp t ? time(t) : null;
      default -> null;
    };
  }

  private boolean hiveIsTimestamp() {
    return "timestamp".equals(hive.getTypeName());
  }

  private static Object number(Object literal) {
    if (literal instanceof HiveDecimalWritable d) {
      return d.getHiveDecimal().bigDecimalValue();
    }
    // Of what is vectorized, NaN is neither equal to itself nor above numbers in Hive.
    boolean isDouble = literal instanceof Double || literal instanceof Float;
    return literal instanceof Long
            || literal instanceof Integer
            || isDouble && !Double.isNaN(((Number) literal).doubleValue())
            || literal instanceof BigDecimal
        ? literal
        : null;
  }

  /** CHAR values are shown and compared without trailing blanks. */
  private String text(String literal) {
    if (!(hive instanceof CharTypeInfo)) {
      return literal;
    }
    int end = literal.length();
    while (end > 0 && literal.charAt(end - 1) == ' ') {
      end--;
    }
    return literal.substring(0, end);
  }

  private static LocalDate date(Date literal) {
    LocalDate date = literal.toLocalDate();
    return date.isBefore(GREGORIAN) ? null : date;
  }

  /** Hive's timestamp without time zone, which is passed as milliseconds in UTC. */
  private static LocalDateTime time(Timestamp literal) {
    if (literal.getNanos() % 1_000 != 0) {
      return null;
    }
    long seconds = Math.floorDiv(literal.getTime(), MILLIS);
    return LocalDateTime.ofEpochSecond(seconds, literal.getNanos(), ZoneOffset.UTC);
  }
}
