package io.placed.table.evolution;

import io.placed.error.CommitConflictException;
import io.placed.scan.request.ReadRequest;
import io.placed.schema.Field;
import io.placed.schema.ListType;
import io.placed.schema.MapType;
import io.placed.schema.Schema;
import io.placed.schema.StructType;
import io.placed.schema.Type;
import io.placed.schema.Widening;
import io.placed.statistics.ColumnStatistics;
import io.placed.table.file.DataFile;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The schema of a table after a write, and the names in it of the written columns. Columns are
 * matched by the field ids of the plan, new ones by name. Of two types the wider one is taken; the
 * column is nullable if either is. A column that is replaced by one of a type that is not wider has
 * a new id.
 */
public final class SchemaMerge {
  /** How columns are treated that only one side has. */
  public enum Mode {
    /** Both sides have the same columns, except those added to the table meanwhile. */
    SAME,
    /** Either side may lack columns of the other. */
    EITHER,
    /** Rows replace others: they must have all their columns, and may have more. */
    ROWS,
    /**
     * Files are only rewritten; columns dropped meanwhile may be missing, but no fields of them.
     */
    LAYOUT,
    /** The columns are those of the write, and those added to the table meanwhile. */
    REPLACE,
    /**
     * All rows are replaced: the same, but columns stay that only the table has, and wider types.
     */
    REPLACE_ROWS;

    /** Whether no row stays, so that a column may get any type. */
    public boolean replacesAll() {
      return this == REPLACE || this == REPLACE_ROWS;
    }
  }

  private final String path;
  private final ColumnBinding binding;
  private final Mode mode;

  /** Ids of written columns by name in the merged schema. */
  private final Map<String, Field> writtenByName = new LinkedHashMap<>();

  private Schema merged;

  private SchemaMerge(String path, ColumnBinding binding, Mode mode) {
    this.path = path;
    this.binding = binding;
    this.mode = mode;
  }

  /**
   * @param lastFieldId the largest field id that the table has assigned
   * @throws IllegalArgumentException that names the incompatible column
   * @throws CommitConflictException that names the column that was dropped since the write was
   *     planned
   */
  public static SchemaMerge of(
      String path, Schema table, int lastFieldId, ColumnBinding binding, Mode mode)
      throws CommitConflictException {
    SchemaMerge merge = new SchemaMerge(path, binding, mode);
    List<Field> fields = merge.fields(table.fields(), binding.written().fields(), "");
    merge.merged = Schema.of(fields, Math.max(lastFieldId, table.lastId()));
    return merge;
  }

  public Schema merged() {
    return merged;
  }

  private List<Field> fields(List<Field> table, List<Field> written, String parent)
      throws CommitConflictException {
    Map<Integer, Field> matches = new HashMap<>();
    List<Field> added = new ArrayList<>();
    for (Field w : written) {
      Field t = match(table, w, parent);
      if (t != null) {
        matches.put(t.id(), w);
      } else if (!binding.isKnown(w)) {
        added.add(w);
      }
    }
    return mode.replacesAll()
        ? replaced(table, written, parent, matches)
        : added(table, added, parent, matches);
  }

  private List<Field> added(
      List<Field> table, List<Field> added, String parent, Map<Integer, Field> matches)
      throws CommitConflictException {
    for (Field t : table) {
      if (!matches.containsKey(t.id()) && binding.isBroughtBack(t)) {
        requireCopiesNothing(parent + t.name());
      }
    }
    List<Field> merged = new ArrayList<>();
    for (Field t : table) {
      Field w = matches.get(t.id());
      if (w != null) {
        merged.add(field(t, w, parent));
        note(parent, t.name(), w);
      } else {
        if (binding.isKnown(t) && !binding.isBroughtBack(t)) {
          requireMayLack(parent + t.name());
        }
        merged.add(withNulls(t));
      }
    }
    for (Field a : added) {
      if (mode == Mode.SAME) {
        throw new IllegalArgumentException(
            "column "
                + parent
                + a.name()
                + " does not exist in the table; set mergeSchema to add it");
      }
      requireNoOtherCase(table, a, parent);
      merged.add(withNulls(ColumnBinding.withoutIds(a)));
      note(parent, a.name(), a);
    }
    return merged;
  }

  /** The merged columns in the order of the write. */
  private List<Field> replaced(
      List<Field> table, List<Field> written, String parent, Map<Integer, Field> matches)
      throws CommitConflictException {
    Map<Field, Field> tableFields = new HashMap<>();
    for (Field t : table) {
      if (matches.containsKey(t.id())) {
        tableFields.put(matches.get(t.id()), t);
      }
    }
    List<Field> merged = new ArrayList<>();
    for (Field w : written) {
      Field t = tableFields.get(w);
      merged.add(t == null ? ColumnBinding.withoutIds(w) : field(t, w, parent));
      note(parent, t == null ? w.name() : t.name(), w);
    }
    List<Field> replaced = List.copyOf(merged);
    for (Field t : table) {
      boolean kept = mode == Mode.REPLACE_ROWS || !binding.isKnown(t) || binding.isBroughtBack(t);
      if (!matches.containsKey(t.id()) && kept) {
        requireNoOtherCase(replaced, t, parent);
        merged.add(withNulls(t));
      }
    }
    return merged;
  }

  private void requireMayLack(String column) {
    if (mode == Mode.SAME) {
      throw new IllegalArgumentException(
          "column "
              + column
              + " of the table is missing in the written rows; set mergeSchema to write nulls");
    }
    if (mode == Mode.ROWS) {
      throw new IllegalArgumentException(
          "column "
              + column
              + " of the table is missing in the written rows, and its values in the replaced rows"
              + " would be lost");
    }
  }

  /** Files that are replaced may have values of the column, which their copies lack. */
  private void requireCopiesNothing(String column) throws CommitConflictException {
    if (mode == Mode.ROWS || mode == Mode.LAYOUT) {
      throw new CommitConflictException(
          path,
          "column "
              + column
              + ", which had been dropped when the write was planned, was brought back by a"
              + " rollback; retry on the latest snapshot");
    }
  }

  private static void requireNoOtherCase(List<Field> table, Field added, String parent) {
    for (Field t : table) {
      if (t.name().equalsIgnoreCase(added.name())) {
        throw new IllegalArgumentException(
            "column "
                + parent
                + added.name()
                + " differs only in case from the existing column "
                + t.name());
      }
    }
  }

  private void note(String parent, String name, Field written) {
    if (parent.isEmpty()) {
      writtenByName.put(name, written);
    }
  }

  /** The table's field of a written one; null if there is none. */
  private Field match(List<Field> table, Field w, String parent) throws CommitConflictException {
    for (Field t : table) {
      if (binding.isKnown(w) ? t.id() == w.id() : t.name().equals(w.name())) {
        if (!binding.isKnown(w) && binding.isKnown(t) && !binding.isBroughtBack(t)) {
          throw new CommitConflictException(
              path,
              "another column was renamed to "
                  + parent
                  + w.name()
                  + " after the write was planned, which adds a column with that name; retry on the"
                  + " latest snapshot");
        }
        return t;
      }
    }
    // Of a struct the files would go on to store it, and show it as a later field of its name.
    if (binding.isKnown(w) && (mode != Mode.LAYOUT || !parent.isEmpty())) {
      boolean again = table.stream().anyMatch(t -> t.name().equals(w.name()));
      throw new CommitConflictException(
          path,
          "column "
              + parent
              + w.name()
              + " was dropped after the write was planned"
              + (again ? ", and the column with that name is a new one" : "")
              + "; retry on the latest snapshot");
    }
    return null;
  }

  private Field field(Field table, Field written, String parent) throws CommitConflictException {
    boolean keepsType = mode == Mode.REPLACE_ROWS && isWider(written.type(), table.type());
    if (mode.replacesAll() && !keepsType && !isWider(table.type(), written.type())) {
      // Values of the former type are not values of the new one: older rows do not have the column.
      Field other = ColumnBinding.withoutIds(written);
      return new Field(other.id(), table.name(), other.type(), other.nullable());
    }
    if (mode == Mode.LAYOUT && !table.type().equals(written.type()) && binding.isNarrowed(table)) {
      throw new CommitConflictException(
          path,
          "column "
              + parent
              + table.name()
              + " had another type than "
              + table.type()
              + " when the write was planned, before a rollback; retry on the latest snapshot");
    }
    Type type = type(table.type(), written.type(), parent + table.name());
    boolean nullable =
        mode.replacesAll() ? written.nullable() : table.nullable() || written.nullable();
    return new Field(table.id(), table.name(), type, nullable);
  }

  /**
   * Whether values of the table's type are values of the written one. Fields of structs may come
   * and go; files are asked for them by name.
   */
  private static boolean isWider(Type table, Type written) {
    if (table instanceof StructType t && written instanceof StructType w) {
      Map<String, Type> types = new HashMap<>();
      t.fields().forEach(f -> types.put(f.name(), f.type()));
      return w.fields().stream()
          .allMatch(f -> !types.containsKey(f.name()) || isWider(types.get(f.name()), f.type()));
    }
    if (table instanceof ListType t && written instanceof ListType w) {
      return isWider(t.element().type(), w.element().type());
    }
    if (table instanceof MapType t && written instanceof MapType w) {
      return isWider(t.key().type(), w.key().type()) && isWider(t.value().type(), w.value().type());
    }
    return Widening.allowed(table, written);
  }

  private Type type(Type table, Type written, String column) throws CommitConflictException {
    if (table instanceof StructType t && written instanceof StructType w) {
      return new StructType(fields(t.fields(), w.fields(), column + "."));
    }
    if (table instanceof ListType t && written instanceof ListType w) {
      return new ListType(field(t.element(), w.element(), column + "."));
    }
    if (table instanceof MapType t && written instanceof MapType w) {
      return new MapType(
          field(t.key(), w.key(), column + "."), field(t.value(), w.value(), column + "."));
    }
    if (mode == Mode.REPLACE || mode == Mode.REPLACE_ROWS && !Widening.allowed(written, table)) {
      return ColumnBinding.withoutIds(written);
    }
    if (Widening.allowed(written, table)) {
      return table;
    }
    if (Widening.allowed(table, written)) {
      return written;
    }
    throw new IllegalArgumentException(
        "column "
            + column
            + ": type "
            + table
            + " of the table and type "
            + written
            + " of the written rows are incompatible");
  }

  private static Field withNulls(Field f) {
    return new Field(f.id(), f.name(), f.type(), true);
  }

  /** Whether a merged column is the written one of the same name. */
  public boolean isWritten(String column) {
    Field w = writtenByName.get(column);
    return w != null && w.name().equals(column);
  }

  /** A file of the write, in terms of the merged schema. */
  public DataFile restate(DataFile f) {
    Map<String, String> names = new LinkedHashMap<>();
    Map<String, ColumnStatistics> statistics = new LinkedHashMap<>();
    Set<String> own = new HashSet<>();
    writtenByName.forEach(
        (name, w) -> {
          String inFile = ReadRequest.nameInFile(f.names(), w.name(), true);
          if (!name.equals(inFile)) {
            names.put(name, inFile);
          }
          own.add(name);
          ColumnStatistics s = f.statistics().get(w.name());
          Type wanted = merged.require(name).type();
          if (s != null && Widening.allowed(w.type(), wanted)) {
            statistics.put(name, s.widened(w.type(), wanted));
          }
        });
    // A stored column with such a name is not the table's, nor any later one's.
    for (Field w : binding.written().fields()) {
      if (!own.contains(w.name())) {
        names.put(w.name(), null);
      }
    }
    f.names().keySet().stream().filter(n -> !own.contains(n)).forEach(n -> names.put(n, null));
    // Nor is what is stored in another case than the column had, of those that were renamed since.
    f.names()
        .forEach(
            (column, stored) -> {
              if (stored != null && !own.contains(column) && !own.contains(stored)) {
                names.put(stored, null);
              }
            });
    return f.with(f.partition(), statistics, names);
  }

  /** Written columns that were renamed, by their names in the files. */
  public Set<String> renamed() {
    Set<String> renamed = new HashSet<>();
    binding.written().fields().forEach(f -> renamed.add(f.name()));
    writtenByName.forEach(
        (name, w) -> {
          if (name.equals(w.name())) {
            renamed.remove(name);
          }
        });
    return renamed;
  }

  /**
   * Statistics of a file in the table's types, without those of columns that the table does not
   * have, or whose type does not widen to the table's.
   */
  public static Map<String, ColumnStatistics> restate(
      Map<String, ColumnStatistics> statistics, Schema file, Schema table) {
    Map<String, ColumnStatistics> restated = new LinkedHashMap<>();
    statistics.forEach(
        (column, s) -> {
          int from = file.indexOf(column);
          int to = table.indexOf(column);
          if (from < 0 || to < 0) {
            return;
          }
          Type stored = file.field(from).type();
          Type wanted = table.field(to).type();
          if (Widening.allowed(stored, wanted)) {
            restated.put(column, s.widened(stored, wanted));
          }
        });
    return restated;
  }

  /** The entry of a file in a table whose columns have the same names, and possibly wider types. */
  public static DataFile restate(DataFile f, Schema file, Schema table) {
    if (file.equals(table)) {
      return f;
    }
    Map<String, String> names = new LinkedHashMap<>(f.names());
    hideOthers(names, file, table);
    return f.with(f.partition(), restate(f.statistics(), file, table), names);
  }

  /**
   * A new column is not the one that a file stores under its name for a column with another name.
   * The logs of version 0.2 do not say that by themselves of files that were added.
   */
  static void hideOthers(Map<String, String> names, Schema before, Schema after) {
    for (Field f : after.fields()) {
      if (before.indexOf(f.name()) < 0
          && !names.containsKey(f.name())
          && names.containsValue(f.name())) {
        names.put(f.name(), null);
      }
    }
  }
}
