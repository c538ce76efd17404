package io.placed.spark.catalog;

import io.placed.schema.Type;
import io.placed.schema.TypeKind;
import io.placed.schema.Widening;
import io.placed.spark.types.SparkTypes;
import io.placed.spark.types.TextTypes;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.sql.connector.catalog.TableChange;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * ALTER TABLE … REPLACE COLUMNS, for which Spark drops all columns and adds the new ones. Columns
 * that are among both stay, with their values.
 */
final class ReplacedColumns {
  private ReplacedColumns() {}

  /** Whether the changes drop columns and add others. */
  static boolean are(TableChange... changes) {
    return Stream.of(changes).anyMatch(TableChange.DeleteColumn.class::isInstance)
        && Stream.of(changes).anyMatch(ReplacedColumns::addsColumn);
  }

  private static boolean addsColumn(TableChange c) {
    return c instanceof TableChange.AddColumn add && add.fieldNames().length == 1;
  }

  /** A column that stays, and what it is to be. */
  record Kept(StructField column, TableChange.AddColumn wanted) {}

  /**
   * The columns that stay.
   *
   * @param columns those of the table, with the lengths of char and varchar in their types
   */
  static List<Kept> kept(StructType columns, boolean caseSensitive, TableChange... changes) {
    List<Kept> kept = new ArrayList<>();
    for (TableChange c : changes) {
      StructField now = addsColumn(c) ? find(columns, caseSensitive, name(c)) : null;
      if (now != null && drops(now.name(), changes)) {
        kept.add(new Kept(now, (TableChange.AddColumn) c));
      }
    }
    return kept;
  }

  /**
   * The changes that have the same effect, without those of columns that stay as they are. Columns
   * are added before others are dropped, because a table needs one.
   *
   * @throws IllegalArgumentException if a column that stays would lose values
   */
  static TableChange[] without(List<Kept> kept, TableChange... changes) {
    List<TableChange> first = new ArrayList<>();
    List<TableChange> drops = new ArrayList<>();
    for (TableChange c : changes) {
      Kept same =
          kept.stream()
              .filter(k -> k.wanted() == c || isDropOf(k.column().name(), c))
              .findFirst()
              .orElse(null);
      if (same == null) {
        (c instanceof TableChange.DeleteColumn ? drops : first).add(c);
      } else if (same.wanted() == c) {
        addWidening(first, same);
      }
    }
    first.addAll(drops);
    return first.toArray(TableChange[]::new);
  }

  private static void addWidening(List<TableChange> changes, Kept kept) {
    String name = kept.column().name();
    DataType now = kept.column().dataType();
    DataType wanted = kept.wanted().dataType();
    Type stored = SparkTypes.toType(now, name);
    Type wider = SparkTypes.toType(wanted, name);
    boolean same = stored.equals(wider);
    if (same && TextTypes.same(now, wanted)) {
      return;
    }
    if (!Widening.allowed(stored, wider) || !TextTypes.fits(now, wanted)) {
      throw new IllegalArgumentException(
          "column "
              + name
              + " of type "
              + now.sql()
              + " cannot be replaced by one of type "
              + wanted.sql()
              + "; allowed are the same and wider types. To lose its values, drop the column first");
    }
    // Files do not have lengths and collations; but those of partition columns may not change.
    if (!same || stored.kind() == TypeKind.STRING) {
      changes.add(TableChange.updateColumnType(new String[] {name}, wanted));
    }
  }

  private static boolean drops(String column, TableChange... changes) {
    return Stream.of(changes).anyMatch(c -> isDropOf(column, c));
  }

  private static boolean isDropOf(String column, TableChange c) {
    return c instanceof TableChange.DeleteColumn drop
        && drop.fieldNames().length == 1
        && drop.fieldNames()[0].equals(column);
  }

  private static String name(TableChange c) {
    return ((TableChange.ColumnChange) c).fieldNames()[0];
  }

  private static StructField find(StructType columns, boolean caseSensitive, String name) {
    for (StructField f : columns.fields()) {
      if (caseSensitive ? f.name().equals(name) : f.name().equalsIgnoreCase(name)) {
        return f;
      }
    }
    return null;
  }
}
