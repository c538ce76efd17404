package io.placed.hive;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A query for any table.
 *
 * @param shape with placeholders: {@code {t}} for the table, {@code {u}} for another one, {@code
 *     {items}}, {@code {where}} and {@code {tail}}
 * @param items of SELECT
 * @param conditions of WHERE, joined by AND
 * @param tail what follows WHERE
 * @param limit number of rows in any order, -1 = none
 * @param settings of Hive, {@code name=value}
 * @param isOrdered whether the order of the rows is fully determined
 */
record CombinationQuery(
    String shape,
    List<String> items,
    List<String> conditions,
    String tail,
    int limit,
    List<String> settings,
    boolean isOrdered) {

  CombinationQuery with(String setting) {
    List<String> all = new ArrayList<>(settings);
    all.add(setting);
    return new CombinationQuery(shape, items, conditions, tail, limit, all, isOrdered);
  }

  /**
   * @param other the second table; null = none
   */
  String sql(String table, String other, boolean isLimited) {
    String where = conditions.isEmpty() ? "" : " where " + String.join(" and ", conditions);
    return shape
            .replace("{items}", String.join(", ", items))
            .replace("{where}", where)
            .replace("{tail}", tail)
            .replace("{t}", table)
            .replace("{u}", String.valueOf(other))
        + (isLimited && limit >= 0 ? " limit " + limit : "");
  }

  /** Simplified queries, each with one element removed. */
  List<CombinationQuery> smaller() {
    List<CombinationQuery> all = new ArrayList<>();
    for (List<String> s : without(settings, 0)) {
      all.add(new CombinationQuery(shape, items, conditions, tail, limit, s, isOrdered));
    }
    for (List<String> c : without(conditions, 0)) {
      all.add(new CombinationQuery(shape, items, c, tail, limit, settings, isOrdered));
    }
    for (List<String> i : without(items, 1)) {
      all.add(new CombinationQuery(shape, i, conditions, tail, limit, settings, isOrdered));
    }
    if (!tail.isEmpty()) {
      all.add(new CombinationQuery(shape, items, conditions, "", limit, settings, false));
    }
    return all;
  }

  private static List<List<String>> without(List<String> parts, int least) {
    List<List<String>> all = new ArrayList<>();
    for (int k = 0; k < parts.size() && parts.size() > least; k++) {
      List<String> fewer = new ArrayList<>(parts);
      fewer.remove(k);
      all.add(fewer);
    }
    return all;
  }

  @Override
  public String toString() {
    return settings.stream().map(s -> "set " + s + "; ").collect(Collectors.joining())
        + sql("T", "U", true);
  }
}
