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
 * The schema of a table after files of a write were added to it, and what the columns of these
 * files are called in it. Columns are those that the write was planned with: by id, whatever they
 * are called now. New ones are merged by name. Of two types the wider, nullable if either is.
 */
public final class SchemaMerge {
  /** What becomes of the table's other columns, and of columns that are gone. */
  public enum Mode {
    /** Both sides have the same columns, but for those that the table got meanwhile. */
    SAME,
    /** Either side may lack columns of the other. */
    EITHER,
    /** Rows replace others, whose columns they must have; the write may have more. */
    ROWS,
    /** Files are only laid out anew, so that a column that was dropped meanwhile is no loss. */
    LAYOUT,
    /** The columns are those of the write, and those that the table got meanwhile. */
    REPLACE
  }

  private final String path;
  private final ColumnBinding binding;
  private final Mode mode;

  /** Ids of columns that are written, by name in the merged schema. */
  private final Map<String, Field> writtenByName = new LinkedHashMap<>();

  private Schema merged;

  private SchemaMerge(String path, ColumnBinding binding, Mode mode) {
    this.path = path;
    this.binding = binding;
    this.mode = mode;
  }

  /**
   * @param lastFieldId the largest id that the table has given
   * @throws IllegalArgumentException that names the column that does not fit
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
    return mode == Mode.REPLACE
        ? replaced(table, written, parent, matches)
        : added(table, added, parent, matches);
  }

  private List<Field> added(
      List<Field> table, List<Field> added, String parent, Map<Integer, Field> matches)
      throws CommitConflictException {
    List<Field> merged = new ArrayList<>();
    for (Field t : table) {
      Field w = matches.get(t.id());
      if (w != null) {
        merged.add(field(t, w, parent));
        note(parent, t.name(), w);
      } else {
        if (binding.isKnown(t)) {
          requireMayLack(parent + t.name());
        }
        merged.add(withNulls(t));
      }
    }
    for (Field a : added) {
      if (mode == Mode.SAME) {
        throw new IllegalArgumentException(
            "the table has no column " + parent + a.name() + "; mergeSchema would add it");
      }
      requireNoOtherCase(table, a, parent);
      merged.add(withNulls(ColumnBinding.withoutIds(a)));
      note(parent, a.name(), a);
    }
    return merged;
  }

  /** Columns of a write are those of the table, in the order of the write. */
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
      if (!matches.containsKey(t.id()) && !binding.isKnown(t)) {
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
              + " of the table is missing in what is written; mergeSchema would allow it");
    }
    if (mode == Mode.ROWS) {
      throw new IllegalArgumentException(
          "column "
              + column
              + " of the table is missing in what is written, and the rows that are replaced have"
              + " values in it, which would be lost");
    }
  }

  private static void requireNoOtherCase(List<Field> table, Field added, String parent) {
    for (Field t : table) {
      if (t.name().equalsIgnoreCase(added.name())) {
        throw new IllegalArgumentException(
            "column "
                + parent
                + added.name()
                + " differs only in case from the table's "
                + t.name());
      }
    }
  }

  private void note(String parent, String name, Field written) {
    if (parent.isEmpty()) {
      writtenByName.put(name, written);
    }
  }

  /** The table's field that a written one is; null if it has none. */
  private Field match(List<Field> table, Field w, String parent) throws CommitConflictException {
    for (Field t : table) {
      if (binding.isKnown(w) ? t.id() == w.id() : t.name().equals(w.name())) {
        if (!binding.isKnown(w) && binding.isKnown(t)) {
          throw new CommitConflictException(
              path,
              "another column was renamed to "
                  + parent
                  + w.name()
                  + " after the write was planned, which was to add a column of that name; plan it"
                  + " on the latest snapshot");
        }
        return t;
      }
    }
    if (binding.isKnown(w) && mode != Mode.LAYOUT) {
      boolean again = table.stream().anyMatch(t -> t.name().equals(w.name()));
      throw new CommitConflictException(
          path,
          "column "
              + parent
              + w.name()
              + " was dropped after the write was planned"
              + (again ? ", and the column of that name is another one" : "")
              + "; plan it on the latest snapshot");
    }
    return null;
  }

  private Field field(Field table, Field written, String parent) throws CommitConflictException {
    Type type = type(table.type(), written.type(), parent + table.name());
    boolean nullable =
        mode == Mode.REPLACE ? written.nullable() : table.nullable() || written.nullable();
    return new Field(table.id(), table.name(), type, nullable);
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
    if (mode == Mode.REPLACE) {
      return ColumnBinding.withoutIds(written);
    }
    if (Widening.allowed(written, table)) {
      return table;
    }
    if (Widening.allowed(table, written)) {
      return written;
    }
    throw new IllegalArgumentException(
        "column " + column + ": the table has " + table + ", what is written " + written);
  }

  private static Field withNulls(Field f) {
    return new Field(f.id(), f.name(), f.type(), true);
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
    // What the file has under such a name is not the table's column, nor one that comes later.
    for (Field w : binding.written().fields()) {
      if (!own.contains(w.name())) {
        names.put(w.name(), null);
      }
    }
    f.names().keySet().stream().filter(n -> !own.contains(n)).forEach(n -> names.put(n, null));
    return f.with(f.partition(), statistics, names);
  }

  /** Names of written columns that are called something else now, as they are in the files. */
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
   * Statistics of a file in terms of the table's types; those of columns that the table does not
   * have, or has with a type that the file's does not widen to, are left out.
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

  /** A file of the table whose columns have the same names, and perhaps wider types. */
  public static DataFile restate(DataFile f, Schema file, Schema table) {
    if (file.equals(table)) {
      return f;
    }
    return f.with(f.partition(), restate(f.statistics(), file, table), f.names());
  }
}
