package io.placed.spark;

import java.util.List;
import java.util.Random;
import org.apache.spark.sql.Row;

/** Random conditions on the columns of {@link RandomRows}, with values from the rows. */
public final class RandomFilters {
  private static final List<String> COLUMNS =
      List.of(
          "id", "bo", "by", "sh", "i", "l", "f", "d", "d9", "d18", "d38", "s", "b", "da", "ts",
          "tn", "st.a", "st.b.c");

  private static final List<String> NULLABLE =
      List.of("n", "st", "st.b", "st.b.d", "ar", "m", "st.b.c", "s", "d38", "bo");

  /** Pairs of comparable columns, some of different types. */
  private static final List<String> PAIRS =
      List.of(
          "id ? l",
          "by ? sh",
          "i ? l",
          "sh ? st.a",
          "f ? d",
          "d9 ? d18",
          "d18 ? d38",
          "s ? st.b.c",
          "st.b.c ? s",
          "da ? cast(tn as date)",
          "cast(da as timestamp_ntz) ? tn",
          "id ? d",
          "bo ? (id % 2 = 0)",
          "by ? f",
          "i ? d9",
          "n ? i",
          "id ? st.a");

  private static final List<String> NUMBERS =
      List.of(
          "id % 7",
          "id + 1",
          "id * 3 - sh",
          "-id",
          "by + sh",
          "sh - by",
          "i % 10",
          "l % 1000",
          "d9 + d18",
          "d9 * 2",
          "d9 - 1.5",
          "d18 * d9",
          "-d9",
          "d / 2",
          "d * f",
          "f + 1.5f",
          "d - d",
          "-d",
          "length(s)",
          "length(st.b.c) + 1",
          "year(da)",
          "month(da)",
          "day(da)",
          "quarter(da)",
          "dayofweek(da)",
          "weekday(da)",
          "dayofyear(da)",
          "weekofyear(da)",
          "extract(yearofweek from da)",
          "year(tn)",
          "hour(tn)",
          "minute(tn)",
          "second(tn)",
          "hour(ts)",
          "year(ts)",
          "cast(id as double)",
          "cast(by as decimal(20, 3))",
          "cast(d9 as double)",
          "coalesce(n, by)",
          "abs(sh)",
          "st.a + by",
          "datediff(da, date'2000-01-01')",
          "if(bo, by, sh)",
          "size(ar)",
          "id & 3");

  private static final List<String> OPERATORS = List.of("=", "<>", "<", "<=", ">", ">=", "<=>");

  private final Random random;
  private final List<Row> rows;

  public RandomFilters(List<Row> rows, Random random) {
    this.rows = rows;
    this.random = random;
  }

  public String condition(int depth) {
    if (depth > 0 && random.nextInt(4) > 0) {
      String a = condition(depth - 1);
      String b = condition(depth - 1);
      return switch (random.nextInt(6)) {
        case 0, 1, 2 -> "(" + a + ") and (" + b + ")";
        case 3, 4 -> "(" + a + ") or (" + b + ")";
        default -> "not (" + a + ")";
      };
    }
    return leaf();
  }

  private String leaf() {
    String column = pick(COLUMNS);
    return switch (random.nextInt(14)) {
      case 0 -> pick(NULLABLE) + (random.nextBoolean() ? " is null" : " is not null");
      case 1 -> column + (random.nextInt(4) > 0 ? "" : " not") + " in (" + list(column) + ")";
      case 2 -> column + " between " + literal(column) + " and " + literal(column);
      case 3, 4 -> like();
      case 5 -> pick(PAIRS).replace("?", pick(OPERATORS));
      case 6, 7, 8 -> pick(NUMBERS) + " " + pick(OPERATORS) + " " + number();
      case 9 -> random.nextBoolean() ? "bo" : "not bo";
      case 10 -> random.nextBoolean() ? "isnan(d)" : "isnan(f) or d <=> double('NaN')";
      default -> column + " " + pick(OPERATORS) + " " + literal(column);
    };
  }

  private String number() {
    return switch (random.nextInt(6)) {
      case 0 -> "0";
      case 1 -> pick(COLUMNS.subList(2, 6));
      case 2 -> random.nextInt(4000) / 4.0 + "";
      case 3 -> random.nextInt(4000) + "";
      default -> random.nextInt(40) - 10 + "";
    };
  }

  private String like() {
    String column = random.nextBoolean() ? "s" : "st.b.c";
    Object value = value(column);
    String text = value == null ? "" : ((String) value).replaceAll("[\\\\%_'\0]", "");
    int a = random.nextInt(text.length() + 1);
    int b = a + random.nextInt(text.length() - a + 1);
    if (a < text.length() && Character.isLowSurrogate(text.charAt(a))) {
      a++;
      b = Math.max(a, b);
    }
    if (b < text.length() && Character.isLowSurrogate(text.charAt(b))) {
      b++;
    }
    String part = text.substring(a, b);
    String pattern =
        switch (random.nextInt(6)) {
          case 0 -> part + "%";
          case 1 -> "%" + part;
          case 2 -> "%" + part + "%";
          case 3 -> text.substring(0, a) + "%" + text.substring(b);
          case 4 -> part + "_";
          default -> part;
        };
    return column + (random.nextInt(3) > 0 ? "" : " not") + " like '" + pattern + "'";
  }

  private String list(String column) {
    StringBuilder out = new StringBuilder(literal(column));
    for (int k = random.nextInt(5); k > 0; k--) {
      out.append(", ").append(random.nextInt(15) == 0 ? "null" : literal(column));
    }
    return out.toString();
  }

  private Object value(String column) {
    Object value = rows.get(random.nextInt(rows.size()));
    for (String name : column.split("\\.")) {
      value = value == null ? null : ((Row) value).get(((Row) value).fieldIndex(name));
    }
    return value;
  }

  /** A value from a row, or a slightly larger one, or null. */
  private String literal(String column) {
    Object v = value(column);
    if (v == null) {
      return random.nextInt(4) == 0 ? "null" : literal(column);
    }
    return SqlLiterals.near(v, random);
  }

  private <T> T pick(List<T> list) {
    return list.get(random.nextInt(list.size()));
  }
}
