package io.placed.spark.catalog;

import io.placed.schema.Type;
import io.placed.schema.Widening;
import io.placed.spark.internal.Session;
import io.placed.spark.types.SparkTypes;
import io.placed.table.DataSet;
import io.placed.table.evolution.ColumnChange;
import io.placed.table.snapshot.FormerColumns;
import io.placed.table.snapshot.Snapshot;
import io.placed.table.snapshot.TableProperties;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.connector.catalog.TableChange;
import org.apache.spark.sql.types.StructType;

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
   * @param table its data set
   * @param caseSensitive whether names that differ in case mean other columns
   * @throws IllegalArgumentException naming what a data set does not support
   */
  public static ColumnChanges ofPath(DataSet table, boolean caseSensitive, TableChange... changes)
      throws IOException {
    if (!ReplacedColumns.are(changes)) {
      return ofPath(changes);
    }
    StructType now = SparkTypes.toStruct(table.current().schema());
    List<ReplacedColumns.Kept> kept = ReplacedColumns.kept(now, caseSensitive, changes);
    kept.forEach(k -> requirePlain(k.wanted()));
    ColumnChanges out = ofPath(ReplacedColumns.without(kept, changes));
    String before = null;
    for (TableChange c : changes) {
      if (c instanceof TableChange.AddColumn add) {
        String name = add.fieldNames()[0];
        for (ReplacedColumns.Kept k : kept) {
          if (k.wanted() == add && !k.column().name().equals(name)) {
            out.columns.add(new ColumnChange.Rename(k.column().name(), name));
          }
        }
        out.columns.add(new ColumnChange.Move(name, before));
        before = name;
      }
    }
    return out;
  }

  private static ColumnChanges ofPath(TableChange... changes) {
    ColumnChanges out = new ColumnChanges();
    for (TableChange c : changes) {
      if (c instanceof TableChange.SetProperty set) {
        PathTables.requireProperty(set.property());
        out.properties.put(set.property(), set.value());
      } else if (c instanceof TableChange.RemoveProperty remove) {
        out.properties.put(remove.property(), null);
      } else if (c instanceof TableChange.AddColumn add) {
        requirePlain(add);
        out.columns.add(
            new ColumnChange.Add(
                List.of(add.fieldNames()), type(add.fieldNames(), add), after(add.position())));
      } else if (c instanceof TableChange.UpdateColumnComment
          || c instanceof TableChange.UpdateColumnNullability
          || c instanceof TableChange.UpdateColumnDefaultValue) {
        throw notKept((TableChange.ColumnChange) c);
      } else if (c instanceof TableChange.UpdateColumnPosition move) {
        out.columns.add(
            new ColumnChange.Move(
                single(List.of(move.fieldNames()), "moved"), after(move.position())));
      } else {
        if (c instanceof TableChange.UpdateColumnType update) {
          PathTables.requirePlainText(String.join(".", update.fieldNames()), update.newDataType());
        }
        boolean ofColumn = c instanceof TableChange.ColumnChange;
        out.addOther(
            c, ofColumn ? List.of(((TableChange.ColumnChange) c).fieldNames()) : List.of());
      }
    }
    return out;
  }

  /**
   * For a table whose columns are kept by a catalog: only the changes that concern the data set,
   * with the names that it has for the columns.
   *
   * @param table the data set, which may lack columns of the table in the catalog
   * @param caseSensitive whether names of the catalog that differ in case mean other columns
   * @param replaceable its columns in the catalog if it never had rows, so that those of which a
   *     part is renamed or dropped can be replaced; null if it may have had some
   * @throws IllegalArgumentException also if a name means several columns of the data set, or
   *     another ALTER TABLE has renamed or dropped a column that is to be renamed
   */
  static ColumnChanges ofCatalogTable(
      Snapshot table, boolean caseSensitive, StructType replaceable, TableChange... changes) {
    ColumnChanges out = new ColumnChanges();
    StructType now = replaceable;
    StoredNames known = new StoredNames(table.schema(), caseSensitive);
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
      List<String> path = known.of(column.fieldNames());
      if (c instanceof TableChange.AddColumn add) {
        if (path.size() == 1 ? !known.has(path.get(0)) : known.has(path.get(0))) {
          Type type = type(add.fieldNames(), add);
          out.columns.add(new ColumnChange.Add(path, type, ColumnChange.LAST));
          known.add(path, type);
        } else if (path.size() == 1 && table.schema().indexOf(path.get(0)) >= 0) {
          requireReadable(table.schema().require(path.get(0)).type(), add);
        }
      } else if (now != null && path.size() > 1 && takesName(c) && known.has(path.get(0))) {
        String name = column.fieldNames()[0];
        now = Session.changed(now, c);
        Type type = SparkTypes.toType(CatalogColumns.named(now, name).dataType(), name);
        out.columns.add(new ColumnChange.Replace(path.get(0), type));
      } else if (known.has(path.get(0)) && !isNamedSo(c, path)) {
        out.addOther(c, path);
        known.follow(c, path);
      } else if (c instanceof TableChange.RenameColumn r && !known.has(r.newName())) {
        // The catalog would get a name that the data set does not have.
        FormerColumns.requireNone(table, path, caseSensitive, "the catalog");
      }
    }
    return out;
  }

  /**
   * Refuses a column that the data set has with a type that cannot be read as the new one: every
   * query of the table would fail.
   */
  private static void requireReadable(Type stored, TableChange.AddColumn add) {
    String name = add.fieldNames()[0];
    Type type = type(add.fieldNames(), add);
    // Nested columns may have other fields.
    boolean fields = stored.isNested() && stored.kind() == type.kind();
    if (!fields && !Widening.allowed(stored, type)) {
      throw new IllegalArgumentException(
          "column "
              + name
              + " cannot be added as "
              + add.dataType().sql()
              + ": the data set has a column of the name, whose type is "
              + SparkTypes.toDataType(stored).sql()
              + "; add it with that type");
    }
  }

  /** Whether a column, or a part of one, loses its name. */
  static boolean takesName(TableChange c) {
    return c instanceof TableChange.RenameColumn || c instanceof TableChange.DeleteColumn;
  }

  /** Whether it is a rename to the name that the data set has. */
  private static boolean isNamedSo(TableChange c, List<String> path) {
    return c instanceof TableChange.RenameColumn r && path.equals(List.of(r.newName()));
  }

  /**
   * @param path of the column in the data set
   */
  private void addOther(TableChange c, List<String> path) {
    if (c instanceof TableChange.DeleteColumn) {
      columns.add(new ColumnChange.Drop(single(path, "dropped")));
    } else if (c instanceof TableChange.RenameColumn rename) {
      columns.add(new ColumnChange.Rename(single(path, "renamed"), rename.newName()));
    } else if (c instanceof TableChange.UpdateColumnType update) {
      Type type = SparkTypes.toType(update.newDataType(), String.join(".", path));
      columns.add(new ColumnChange.Widen(path, type));
    } else if (c instanceof TableChange.UpdateColumnComment
        || c instanceof TableChange.UpdateColumnNullability
        || c instanceof TableChange.UpdateColumnDefaultValue
        || c instanceof TableChange.UpdateColumnPosition) {
      return; // only in the catalog; files do not have it
    } else {
      throw unsupported(c);
    }
  }

  private static void requirePlain(TableChange.AddColumn add) {
    if (!add.isNullable() || add.comment() != null || add.defaultValue() != null) {
      throw notKept(add);
    }
    PathTables.requirePlainText(String.join(".", add.fieldNames()), add.dataType());
  }

  private static IllegalArgumentException notKept(TableChange.ColumnChange c) {
    return new IllegalArgumentException(
        "column "
            + String.join(".", c.fieldNames())
            + ": NOT NULL, comments and defaults are supported only for tables of a catalog;"
            + " columns of a table at a path have a name and a type");
  }

  static IllegalArgumentException unsupported(TableChange change) {
    return new IllegalArgumentException(
        change.getClass().getSimpleName() + " is not supported for tables of this source");
  }

  private static Type type(String[] path, TableChange.AddColumn add) {
    return SparkTypes.toType(add.dataType(), String.join(".", path));
  }

  private static String single(List<String> path, String what) {
    if (path.size() > 1) {
      throw new IllegalArgumentException(
          "field "
              + String.join(".", path)
              + " of a struct cannot be "
              + what
              + "; this is supported only for top-level columns");
    }
    return path.get(0);
  }

  /** As for {@link ColumnChange.Add#after}. */
  private static String after(TableChange.ColumnPosition position) {
    if (position instanceof TableChange.After after) {
      return after.column();
    }
    return position instanceof TableChange.First ? null : ColumnChange.LAST;
  }
}
