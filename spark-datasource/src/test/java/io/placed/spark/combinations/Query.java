package io.placed.spark.combinations;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A query, of parts that can be left out one by one. {@code $T} in its parts stands for the table
 * and {@code $D} for another, small one.
 *
 * @param reading how the table is named or opened
 * @param settings of the session, by name
 * @param source of the rows: the table, alone or joined
 * @param select expressions with names
 * @param where conjuncts
 * @param groupBy names of what is selected; empty = the rows themselves
 * @param order sort keys
 * @param total whether the sort keys make the order of the rows a single one
 * @param limit negative = none
 * @param offset 0 = none
 * @param metadata whether path and number of each row are selected, too, behind the others
 * @param second conjuncts of a second query of the same columns; null = there is none
 * @param setOperation that joins the two
 */
record Query(
    Reading reading,
    Map<String, String> settings,
    String source,
    List<String> select,
    List<String> where,
    List<String> groupBy,
    List<String> order,
    boolean total,
    long limit,
    long offset,
    boolean metadata,
    boolean sampled,
    List<String> second,
    String setOperation) {

  static final String SAMPLE = " tablesample (40 percent) repeatable (5)";

  /** How a query names the table. */
  enum Kind {
    /** By its name in SQL, or its path. */
    NAME,
    /** By {@code spark.read.format("placed").load}. */
    LOAD,
    /** The same with a schema that has the names in other cases and another order. */
    LOAD_WITH_SCHEMA,
    /** The same with the option mergeSchema. */
    LOAD_MERGED,
    /** By {@code VERSION AS OF}. */
    VERSION_AS_OF,
    /** By the option {@code snapshot} of a load. */
    LOAD_SNAPSHOT,
    /** By the option {@code snapshot} before {@code table(…)}. */
    TABLE_SNAPSHOT
  }

  /**
   * @param snapshot which is read; only of kinds that name one
   */
  record Reading(Kind kind, long snapshot) {
    boolean isOfThePast() {
      return kind == Kind.VERSION_AS_OF
          || kind == Kind.LOAD_SNAPSHOT
          || kind == Kind.TABLE_SNAPSHOT;
    }
  }

  String sql() {
    return sql(true, metadata);
  }

  /** The same without what only placed has. */
  String ofModel() {
    return sql(true, false);
  }

  /** All rows of which the query gives some, because of LIMIT, OFFSET or TABLESAMPLE. */
  String unlimited() {
    return sql(false, false).replace(SAMPLE, "");
  }

  private String sql(boolean limited, boolean withPlaces) {
    StringBuilder out = new StringBuilder(block(where, withPlaces));
    if (second != null) {
      out.append(' ').append(setOperation).append(' ').append(block(second, withPlaces));
    }
    if (!order.isEmpty()) {
      out.append(" order by ").append(String.join(", ", order));
    }
    if (limited && limit >= 0) {
      out.append(" limit ").append(limit);
    }
    if (limited && offset > 0) {
      out.append(" offset ").append(offset);
    }
    return out.toString();
  }

  private String block(List<String> conditions, boolean withPlaces) {
    List<String> columns = new ArrayList<>(select);
    if (withPlaces) {
      columns.add("t._metadata.file_path as file_path");
      columns.add("t._metadata.row_index as row_index");
    }
    return "select "
        + String.join(", ", columns)
        + " from "
        + source
        + (conditions.isEmpty() ? "" : " where " + String.join(" and ", conditions))
        + (groupBy.isEmpty() ? "" : " group by " + String.join(", ", groupBy));
  }

  boolean isLimited() {
    return limit >= 0 || offset > 0;
  }

  /** Queries that are a little smaller than this one, of which some may show the same fault. */
  List<Query> smaller() {
    List<Query> out = new ArrayList<>();
    if (second != null) {
      out.add(with(settings, source, select, where, order, limit, offset, metadata, null));
    }
    if (source.contains(" join ")) {
      String alone = source.substring(0, source.indexOf(" t ") + 2);
      out.add(with(settings, alone, select, where, order, limit, offset, metadata, second));
    }
    for (String setting : settings.keySet()) {
      Map<String, String> fewer = new TreeMap<>(settings);
      fewer.remove(setting);
      out.add(with(fewer, source, select, where, order, limit, offset, metadata, second));
    }
    for (int i = 0; i < where.size(); i++) {
      out.add(
          with(
              settings, source, select, without(where, i), order, limit, offset, metadata, second));
    }
    if (second == null) {
      for (int i = 0; i < select.size() && select.size() > 1; i++) {
        String name = select.get(i).substring(select.get(i).lastIndexOf(' ') + 1);
        if (groupBy.isEmpty() && order.stream().noneMatch(o -> o.startsWith(name))) {
          out.add(
              with(
                  settings,
                  source,
                  without(select, i),
                  where,
                  order,
                  limit,
                  offset,
                  metadata,
                  null));
        }
      }
    }
    if (!order.isEmpty()) {
      out.add(with(settings, source, select, where, List.of(), limit, offset, metadata, second));
    }
    if (offset > 0) {
      out.add(with(settings, source, select, where, order, limit, 0, metadata, second));
    }
    if (limit >= 0) {
      out.add(with(settings, source, select, where, order, -1, offset, metadata, second));
    }
    if (metadata) {
      out.add(with(settings, source, select, where, order, limit, offset, false, second));
    }
    return out;
  }

  private Query with(
      Map<String, String> settings,
      String source,
      List<String> select,
      List<String> where,
      List<String> order,
      long limit,
      long offset,
      boolean metadata,
      List<String> second) {
    return new Query(
        reading,
        settings,
        source,
        select,
        where,
        groupBy,
        order,
        total && !order.isEmpty(),
        limit,
        offset,
        metadata,
        sampled,
        second,
        setOperation);
  }

  private static List<String> without(List<String> list, int i) {
    List<String> out = new ArrayList<>(list);
    out.remove(i);
    return out;
  }
}
