package io.placed.spark.workload;

import io.placed.predicate.Predicate;
import io.placed.schema.Schema;
import io.placed.schema.Type;
import java.math.BigDecimal;
import java.sql.Timestamp;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Reads the text of filters of {@code org.apache.spark.sql.sources}, as plans list them under
 * PushedFilters: {@code [IsNotNull(a), EqualTo(a,5), Or(In(b, [x,y]),LessThan(a,3))]}. Strings are
 * not quoted there; one that looks like the end of a filter makes a filter unknown.
 */
final class SourceFilterText {
  private static final List<String> NAME_ENDS = List.of(",", ")");

  private final Schema schema;
  private final String text;
  private int pos;
  private int depth;

  /** The filters of a list that are understood, and the columns of others. */
  record Filters(List<Predicate> known, Set<String> unknown) {}

  private SourceFilterText(Schema schema, String text) {
    this.schema = schema;
    this.text = text;
  }

  /**
   * Reads a list.
   *
   * @param schema whose types literals have
   */
  static Filters parse(Schema schema, String list) {
    String inner = list.strip();
    inner = inner.startsWith("[") ? inner.substring(1) : inner;
    inner = inner.endsWith("]") ? inner.substring(0, inner.length() - 1) : inner;
    List<Predicate> known = new ArrayList<>();
    Set<String> unknown = new LinkedHashSet<>();
    for (String one : split(inner)) {
      try {
        SourceFilterText reader = new SourceFilterText(schema, one);
        Predicate p = reader.filter();
        reader.end();
        known.add(p);
      } catch (IllegalArgumentException | DateTimeException e) {
        schema.fields().stream()
            .map(f -> f.name())
            .filter(name -> NAME_ENDS.stream().anyMatch(end -> contains(one, name, end)))
            .forEach(unknown::add);
      }
    }
    return new Filters(known, unknown);
  }

  private static boolean contains(String filter, String name, String end) {
    return filter.contains("(" + name + end) || filter.contains("(`" + name + "`" + end);
  }

  /** At commas that a space and the name of a filter follow, outside of parentheses. */
  private static List<String> split(String list) {
    List<String> out = new ArrayList<>();
    int from = 0;
    for (int i = 0; i + 2 < list.length(); i++) {
      if (list.startsWith("), ", i)
          && list.substring(i + 3).matches("(?s)\\*?[A-Z][A-Za-z]+\\(.*")) {
        out.add(list.substring(from, i + 1));
        from = i + 3;
      }
    }
    out.add(list.substring(from));
    out.removeIf(String::isBlank);
    return out;
  }

  private IllegalArgumentException fail() {
    return new IllegalArgumentException("no filter: " + text.substring(pos));
  }

  private void expect(String token) {
    if (!text.startsWith(token, pos)) {
      throw fail();
    }
    pos += token.length();
  }

  private void end() {
    if (pos != text.length()) {
      throw fail();
    }
  }

  private Predicate filter() {
    int open = text.indexOf('(', pos);
    if (open < 0) {
      throw fail();
    }
    String name = text.substring(pos, open).replace("*", "");
    pos = open + 1;
    switch (name) {
      case "And", "Or" -> {
        depth++;
        Predicate left = filter();
        expect(",");
        Predicate right = filter();
        depth--;
        expect(")");
        return name.equals("And") ? Predicate.and(left, right) : Predicate.or(left, right);
      }
      case "Not" -> {
        depth++;
        Predicate part = filter();
        depth--;
        expect(")");
        return Predicate.not(part);
      }
      case "AlwaysTrue", "AlwaysFalse" -> {
        expect(")");
        return name.equals("AlwaysTrue") ? Predicate.alwaysTrue() : Predicate.alwaysFalse();
      }
      default -> {
        return leaf(name);
      }
    }
  }

  private Predicate leaf(String name) {
    boolean alone = name.equals("IsNull") || name.equals("IsNotNull");
    int end = text.indexOf(alone ? ')' : ',', pos);
    if (end < 0) {
      throw fail();
    }
    List<String> column = column(text.substring(pos, end));
    pos = end + 1;
    if (alone) {
      return name.equals("IsNull") ? Predicate.isNull(column) : Predicate.isNotNull(column);
    }
    if (name.equals("In")) {
      expect(" [");
      int close = text.indexOf("])", pos);
      if (close < 0) {
        throw fail();
      }
      String[] values = text.substring(pos, close).split(",", -1);
      pos = close + 2;
      return Predicate.in(column, Arrays.stream(values).map(v -> value(column, v)).toList());
    }
    int close = depth == 0 ? text.length() - 1 : pos;
    do {
      close = text.indexOf(')', close) + 1;
      if (close == 0) {
        throw fail();
      }
    } while (close < text.length() && ",)".indexOf(text.charAt(close)) < 0);
    String literal = text.substring(pos, close - 1);
    pos = close;
    return switch (name) {
      case "EqualTo" -> Predicate.compare(column, Predicate.Op.EQ, value(column, literal));
      case "EqualNullSafe" -> Predicate.equalNullSafe(column, value(column, literal));
      case "LessThan" -> Predicate.compare(column, Predicate.Op.LT, value(column, literal));
      case "LessThanOrEqual" -> Predicate.compare(column, Predicate.Op.LE, value(column, literal));
      case "GreaterThan" -> Predicate.compare(column, Predicate.Op.GT, value(column, literal));
      case "GreaterThanOrEqual" ->
          Predicate.compare(column, Predicate.Op.GE, value(column, literal));
      case "StringStartsWith" -> Predicate.startsWith(column, literal);
      case "StringEndsWith" -> Predicate.endsWith(column, literal);
      case "StringContains" -> Predicate.contains(column, literal);
      default -> throw fail();
    };
  }

  private List<String> column(String name) {
    String plain = name.startsWith("`") && name.endsWith("`") ? unquoted(name) : name;
    for (var f : schema.fields()) {
      if (f.name().equalsIgnoreCase(plain)) {
        return List.of(f.name());
      }
    }
    return List.of(name.replace("`", "").split("\\."));
  }

  private static String unquoted(String name) {
    return name.substring(1, name.length() - 1).replace("``", "`");
  }

  /** The literal in the type of the column. */
  private Object value(List<String> column, String literal) {
    int at = column.size() == 1 ? schema.indexOf(column.get(0)) : -1;
    if (literal.equals("null")) {
      return null;
    }
    if (at < 0) {
      return literal; // A field of a struct has no ranks.
    }
    Type type = schema.field(at).type();
    return switch (type.kind()) {
      case BOOLEAN -> Boolean.valueOf(literal);
      case INT8, INT16, INT32, INT64 -> Long.valueOf(literal);
      case FLOAT, DOUBLE -> Double.valueOf(literal);
      case DECIMAL -> new BigDecimal(literal);
      case STRING -> literal;
      case DATE -> LocalDate.parse(literal);
      // Spark prints the old class in the time zone of the process.
      case TIMESTAMP ->
          literal.endsWith("Z") ? Instant.parse(literal) : Timestamp.valueOf(literal).toInstant();
      case TIMESTAMP_NTZ -> LocalDateTime.parse(literal);
      default -> throw new IllegalArgumentException("no literal of " + type);
    };
  }
}
