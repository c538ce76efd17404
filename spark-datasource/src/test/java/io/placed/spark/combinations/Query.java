package io.placed.spark.combinations;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A query whose parts can be removed individually. In its parts, {@code $T} stands for the table
 * and {@code $D} for another, small one.
 *
 * @param reading how the table is named or opened
 * @param settings of the session, by name
 * @param source of the rows: the table, alone or joined
 * @param select named expressions
 * @param where conjuncts
 * @param groupBy names of selected expressions; empty = no aggregation
 * @param order sort keys
 * @param total whether the sort keys determine the order completely
 * @param limit negative = none
 * @param offset 0 = none
 * @param metadata whether file path and row number are selected too, as the last columns
 * @param second conjuncts of a second query of the same columns; null = none
 * @param setOperation that combines the two
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

  /** How a query refers to the table. */
  enum Kind {
    /** By its name in SQL, or its path. */
    NAME,
    /** With {@code spark.read.format("placed").load}. */
    LOAD,
    /** The same with a schema whose names differ in case and order. */
    LOAD_WITH_SCHEMA,
    /** The same with the option mergeSchema. */
    LOAD_MERGED,
    /** With {@code VERSION AS OF}. */
    VERSION_AS_OF,
    /** The same with the name of a tag. */
    TAG_AS_OF,
    /** With {@code TIMESTAMP AS OF}. */
    TIMESTAMP_AS_OF,
    /** With the option {@code snapshot} of a load. */
    LOAD_SNAPSHOT,
    /** With the option {@code snapshot} before {@code table(…)}. */
    TABLE_SNAPSHOT,
    /** The change feed, with {@code CHANGES FROM}. */
    CHANGES,
    /** The same with options of a load. */
    LOAD_CHANGES;

    /** Whether a text stands for what is read. */
    boolean isInSql() {
      return this == NAME
          || this == VERSION_AS_OF
          || this == TAG_AS_OF
          || this == TIMESTAMP_AS_OF
          || this == CHANGES;
    }
  }

  /** Between the query and what it reads. */
  enum Through {
    NOTHING,
    /** A temporary view of a statement. */
    TEXT_VIEW,
    /** A temporary view of a DataFrame. */
    PLAN_VIEW,
    /** A view in the catalog. */
    STORED_VIEW,
    /** A view of all rows that is cached. */
    CACHE,
    /** WITH. */
    CTE
  }

  /**
   * @param snapshot to be read; only for kinds that name one
   * @param changes to be read; null = a state
   */
  record Reading(Kind kind, long snapshot, ModelChanges changes, Through through) {
    Reading(Kind kind, long snapshot) {
      this(kind, snapshot, null, Through.NOTHING);
    }

    Reading through(Through way) {
      return new Reading(kind, snapshot, changes, way);
    }

    static Reading of(Kind kind, ModelChanges changes) {
      return new Reading(kind, changes.last(), changes, Through.NOTHING);
    }

    /** Whether a query can ask where rows are. */
    boolean hasMetadata() {
      return (kind == Kind.NAME || kind == Kind.VERSION_AS_OF) && through == Through.NOTHING;
    }

    /** Whether there may be several rows with the same id. */
    boolean repeatsIds() {
      return changes != null;
    }

    boolean isOfThePast() {
      return kind == Kind.VERSION_AS_OF
          || kind == Kind.TAG_AS_OF
          || kind == Kind.TIMESTAMP_AS_OF
          || kind == Kind.LOAD_SNAPSHOT
          || kind == Kind.TABLE_SNAPSHOT;
    }
  }

  String sql() {
    return sql(true, metadata);
  }

  /** The same without features that only Placed has. */
  String ofModel() {
    return sql(true, false);
  }

  /** The query without LIMIT, OFFSET and TABLESAMPLE, whose result contains that of the query. */
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
      columns.add("t._row_id as row_id");
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

  /** Slightly simplified queries, some of which may fail in the same way. */
  List<Query> smaller() {
    List<Query> out = new ArrayList<>();
    if (reading.through() != Through.NOTHING) {
      out.add(
          new Query(
              reading.through(Through.NOTHING),
              settings,
              source,
              select,
              where,
              groupBy,
              order,
              total,
              limit,
              offset,
              metadata,
              sampled,
              second,
              setOperation));
    }
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
