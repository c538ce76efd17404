package io.placed.table.source;

import io.placed.schema.Field;
import io.placed.schema.Schema;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Which of a table's columns an engine means by the names that it has for them: a schema given to a
 * reader, and the one that a Hive metastore keeps, may differ in case. It is decided here, once;
 * whatever a scan knows of a file is then known by the engine's names, and what is written by the
 * table's.
 */
public final class TableNames {
  private final Map<String, String> inEngine = new LinkedHashMap<>();
  private final Map<String, String> inTable = new LinkedHashMap<>();
  private final List<String> engine;
  private final boolean caseSensitive;

  private TableNames(List<String> engine, boolean caseSensitive) {
    this.engine = engine;
    this.caseSensitive = caseSensitive;
  }

  /**
   * @param engine names of the engine's columns
   * @throws IllegalArgumentException if case is ignored and one of the engine's names means several
   *     columns
   */
  public static TableNames of(Schema table, List<String> engine, boolean caseSensitive) {
    TableNames names = new TableNames(engine, caseSensitive);
    for (String name : engine) {
      Optional<Integer> found = table.find(name, caseSensitive);
      String own = found.map(i -> table.field(i).name()).orElse(name);
      if (!own.equals(name)) {
        names.inEngine.put(own, name);
        names.inTable.put(name, own);
      }
    }
    return names;
  }

  /** The engine's name for a column of the table. */
  public String inEngine(String column) {
    return inEngine.getOrDefault(column, column);
  }

  /** The table's name for a column of the engine. */
  public String inTable(String column) {
    return inTable.getOrDefault(column, column);
  }

  /**
   * The file under the engine's names. Of several paths each may spell columns in its own way,
   * which need not be that of the table, whose schema is that of the first one.
   */
  public SourceFile inEngine(SourceFile f) {
    if (inEngine.isEmpty()) {
      return f;
    }
    if (inEngine.keySet().stream().anyMatch(own -> f.schema().indexOf(own) < 0)) {
      return of(f.schema(), engine, caseSensitive).inEngine(f);
    }
    Map<String, String> partition = new LinkedHashMap<>();
    f.partition().forEach((column, value) -> partition.put(inEngine(column), value));
    return new SourceFile(
        f.path(), f.file().renamed(inEngine), inEngine(f.schema()), partition, f.partitioning());
  }

  public List<String> inEngine(List<String> columns) {
    return columns.stream().map(this::inEngine).toList();
  }

  /** The columns under the engine's names. */
  Schema inEngine(Schema schema) {
    List<Field> fields = new ArrayList<>();
    for (Field f : schema.fields()) {
      fields.add(new Field(f.id(), inEngine(f.name()), f.type(), f.nullable()));
    }
    return Schema.of(fields);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof TableNames n && inEngine.equals(n.inEngine);
  }

  @Override
  public int hashCode() {
    return inEngine.hashCode();
  }
}
