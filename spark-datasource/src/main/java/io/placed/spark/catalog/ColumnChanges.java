package io.placed.spark.catalog;

import io.placed.schema.Schema;
import io.placed.schema.Type;
import io.placed.spark.types.SparkTypes;
import io.placed.table.evolution.ColumnChange;
import io.placed.table.snapshot.TableProperties;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.connector.catalog.TableChange;

/** Translates the changes of ALTER TABLE to those of a data set. */
public final class ColumnChanges {
  private final List<ColumnChange> columns = new ArrayList<>();
  private final Map<String, String> properties = new LinkedHashMap<>();

  private ColumnChanges() {}

  public List<ColumnChange> columns() {
    return columns;
  }

  /** Properties to set; null values are to be removed. */
  public Map<String, String> properties() {
    return properties;
  }

  /**
   * For a table that is described only by the data set.
   *
   * @throws IllegalArgumentException naming what a data set does not support
   */
  public static ColumnChanges ofPath(TableChange... changes) {
    ColumnChanges out = new ColumnChanges();
    for (TableChange c : changes) {
      if (c instanceof TableChange.SetProperty set) {
        out.properties.put(set.property(), set.value());
      } else if (c instanceof TableChange.RemoveProperty remove) {
        out.properties.put(remove.property(), null);
      } else if (c instanceof TableChange.AddColumn add) {
        if (!add.isNullable() || add.comment() != null || add.defaultValue() != null) {
          throw new IllegalArgumentException(
              "column "
                  + String.join(".", add.fieldNames())
                  + ": NOT NULL, comments and defaults are supported only for tables of a catalog;"
                  + " columns of a table at a path have a name and a type");
        }
        out.columns.add(
            new ColumnChange.Add(
                List.of(add.fieldNames()), type(add.fieldNames(), add), after(add.position())));
      } else if (c instanceof TableChange.UpdateColumnPosition move) {
        out.columns.add(
            new ColumnChange.Move(single(move.fieldNames(), "moved"), after(move.position())));
      } else {
        out.addOther(c);
      }
    }
    return out;
  }

  /**
   * For a table whose columns are kept by a catalog: only the changes that concern the data set.
   *
   * @param there columns of the data set, which may lack columns of the table
   */
  static ColumnChanges ofCatalogTable(Schema there, TableChange... changes) {
    ColumnChanges out = new ColumnChanges();
    List<String> known = new ArrayList<>(there.fields().stream().map(f -> f.name()).toList());
    for (TableChange c : changes) {
      // Readers of the files ask the log for this one.
      if (c instanceof TableChange.SetProperty set
          && set.property().equals(TableProperties.FOREIGN_FILES)) {
        out.properties.put(set.property(), set.value());
      } else if (c instanceof TableChange.RemoveProperty remove
          && remove.property().equals(TableProperties.FOREIGN_FILES)) {
        out.properties.put(remove.property(), null);
      }
      if (!(c instanceof TableChange.ColumnChange column)) {
        continue;
      }
      String top = column.fieldNames()[0];
      if (c instanceof TableChange.AddColumn add) {
        if (add.fieldNames().length == 1 ? !known.contains(top) : known.contains(top)) {
          Type type = type(add.fieldNames(), add);
          List<String> path = List.of(add.fieldNames());
          out.columns.add(new ColumnChange.Add(path, type, ColumnChange.LAST));
          known.add(top);
        }
      } else if (known.contains(top)) {
        out.addOther(c);
        if (c instanceof TableChange.RenameColumn rename) {
          known.remove(top);
          known.add(rename.newName());
        }
      }
    }
    return out;
  }

  private void addOther(TableChange c) {
    if (c instanceof TableChange.DeleteColumn drop) {
      columns.add(new ColumnChange.Drop(single(drop.fieldNames(), "dropped")));
    } else if (c instanceof TableChange.RenameColumn rename) {
      columns.add(
          new ColumnChange.Rename(single(rename.fieldNames(), "renamed"), rename.newName()));
    } else if (c instanceof TableChange.UpdateColumnType update) {
      String name = String.join(".", update.fieldNames());
      columns.add(
          new ColumnChange.Widen(
              List.of(update.fieldNames()), SparkTypes.toType(update.newDataType(), name)));
    } else if (c instanceof TableChange.UpdateColumnComment
        || c instanceof TableChange.UpdateColumnNullability
        || c instanceof TableChange.UpdateColumnDefaultValue
        || c instanceof TableChange.UpdateColumnPosition) {
      return; // only in the catalog; files do not have it
    } else {
      throw new IllegalArgumentException(
          c.getClass().getSimpleName() + " is not supported for tables of this source");
    }
  }

  private static Type type(String[] path, TableChange.AddColumn add) {
    return SparkTypes.toType(add.dataType(), String.join(".", path));
  }

  private static String single(String[] path, String what) {
    if (path.length > 1) {
      throw new IllegalArgumentException(
          "field "
              + String.join(".", path)
              + " of a struct cannot be "
              + what
              + "; this is supported only for top-level columns");
    }
    return path[0];
  }

  /** As for {@link ColumnChange.Add#after}. */
  private static String after(TableChange.ColumnPosition position) {
    if (position instanceof TableChange.After after) {
      return after.column();
    }
    return position instanceof TableChange.First ? null : ColumnChange.LAST;
  }
}
