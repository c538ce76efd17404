package io.placed.spark.combinations;

import io.placed.datasets.RelatedValues;
import java.math.BigDecimal;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DecimalType;

/** Columns of a table that are functions of others, or skewed, apart from some values and nulls. */
final class RelatedColumns {
  private static final int FEW = 3;

  /** One value in this number is any one; 0 = none. */
  private static final int[] ODD = {0, 20, 60, 200};

  private static final int RARE = 200;

  private final Map<Integer, String> byKey = new HashMap<>();
  private RelatedValues values;
  private int odd;
  private boolean all;

  /**
   * Adds columns to a new table.
   *
   * @param all of all kinds; else a few of them
   */
  void addTo(ModelTable t, Random random, boolean all) {
    values = new RelatedValues(random.nextLong());
    // A function of which many rows are exceptions is not found.
    odd = all ? RARE : ODD[random.nextInt(ODD.length)];
    List<String> families = new ArrayList<>(RelatedValues.families());
    Collections.shuffle(families, random);
    this.all = all;
    List<String> columns = new ArrayList<>();
    families
        .subList(0, all ? families.size() : FEW)
        .forEach(f -> columns.addAll(RelatedValues.columns(f)));
    // Parents often follow their children.
    Collections.shuffle(columns, random);
    for (String c : columns) {
      ModelColumn column = new ModelColumn(t.newKey(), RandomNames.fresh(t, random), type(c));
      t.add(column);
      byKey.put(column.key(), c);
    }
  }

  boolean isEmpty() {
    return byKey.isEmpty();
  }

  /** Whether there are columns of all kinds; else a few of them. */
  boolean hasAll() {
    return all;
  }

  private static DataType type(String column) {
    String ddl =
        switch (RelatedValues.type(column).kind()) {
          case INT32 -> "int";
          case INT64 ->
              column.equals("exact")
                  ? "decimal(38,10)"
                  : RelatedValues.columns("cost").contains(column) ? "decimal(9,2)" : "bigint";
          case DOUBLE -> "double";
          case DATE -> "date";
          case TIMESTAMP -> "timestamp";
          default -> "string";
        };
    return DataType.fromDDL(ddl);
  }

  /** Whether values of the column follow from others, but for exceptions. */
  boolean has(ModelColumn c) {
    return byKey.containsKey(c.key());
  }

  /** Whether a value of the column follows from others; if not, any value does. */
  boolean has(ModelColumn c, Random random) {
    boolean exact = odd == 0 || all && c.key() % 2 == 0;
    return byKey.containsKey(c.key()) && (exact || random.nextInt(odd) > 0);
  }

  /** A value of the column's type, which may have been widened. */
  Object of(ModelColumn c, long id) {
    Object value = values.of(byKey.get(c.key()), id);
    if (c.type() instanceof DecimalType d) {
      return BigDecimal.valueOf((Long) value, 2).setScale(d.scale());
    }
    return switch (c.type().sql()) {
      case "BIGINT" -> ((Number) value).longValue();
      case "DATE" -> LocalDate.ofEpochDay((Integer) value);
      case "TIMESTAMP" ->
          Timestamp.from(
              Instant.ofEpochSecond(
                  Math.floorDiv((Long) value, 1_000_000L),
                  1000L * Math.floorMod((Long) value, 1_000_000L)));
      default -> value;
    };
  }
}
