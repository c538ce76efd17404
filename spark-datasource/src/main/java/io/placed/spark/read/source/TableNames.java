package io.placed.spark.read.source;

import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.table.file.DataFile;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * Which of a table's columns Spark means by the names that it has for them: a schema given to a
 * reader, and the one that a Hive metastore keeps, may differ in case. It is decided here, once, by
 * {@code spark.sql.caseSensitive}; whatever a scan knows of a file is then known by Spark's names,
 * and what is written by the table's.
 */
public final class TableNames {
  private final Map<String, String> inSpark = new LinkedHashMap<>();
  private final Map<String, String> inTable = new LinkedHashMap<>();

  private TableNames() {}

  /**
   * @throws IllegalArgumentException if case is ignored and one of Spark's names means several
   *     columns
   */
  public static TableNames of(Schema table, StructType spark, boolean caseSensitive) {
    TableNames names = new TableNames();
    for (StructField f : spark.fields()) {
      Optional<Integer> found = table.find(f.name(), caseSensitive);
      String own = found.map(i -> table.field(i).name()).orElse(f.name());
      if (!own.equals(f.name())) {
        names.inSpark.put(own, f.name());
        names.inTable.put(f.name(), own);
      }
    }
    return names;
  }

  /** Spark's name for a column of the table. */
  public String inSpark(String column) {
    return inSpark.getOrDefault(column, column);
  }

  /** The table's name for a column of Spark's schema. */
  public String inTable(String column) {
    return inTable.getOrDefault(column, column);
  }

  /** Columns of Spark's under the table's names. */
  public StructType inTable(StructType columns) {
    StructType out = new StructType();
    for (StructField f : columns.fields()) {
      out = out.add(new StructField(inTable(f.name()), f.dataType(), f.nullable(), f.metadata()));
    }
    return out;
  }

  public SourceFile inSpark(SourceFile f) {
    if (inSpark.isEmpty()) {
      return f;
    }
    Map<String, String> partition = new LinkedHashMap<>();
    f.partition().forEach((column, value) -> partition.put(inSpark(column), value));
    return new SourceFile(f.path(), f.file().renamed(inSpark), inSpark(f.schema()), partition);
  }

  public List<String> inSpark(List<String> columns) {
    return columns.stream().map(this::inSpark).toList();
  }

  private Schema inSpark(Schema schema) {
    List<Field> fields = new ArrayList<>();
    for (Field f : schema.fields()) {
      fields.add(new Field(f.id(), inSpark(f.name()), f.type(), f.nullable()));
    }
    return Schema.of(fields);
  }

  /**
   * A file of a source.
   *
   * @param columns of the partitions that the source shows
   */
  public static SourceFile source(String path, DataFile file, Schema schema, List<String> columns) {
    Map<String, String> partition = new LinkedHashMap<>();
    for (String column : columns) {
      // Outside of the partitions' directories a column is read from the file.
      if (file.partition().containsKey(column)) {
        partition.put(column, file.partition().get(column));
      }
    }
    return new SourceFile(path, file, schema, partition);
  }
}
