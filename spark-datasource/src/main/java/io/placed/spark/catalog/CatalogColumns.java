package io.placed.spark.catalog;

import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.schema.Type;
import io.placed.spark.internal.Session;
import io.placed.spark.internal.TableDefinition;
import io.placed.spark.types.SparkTypes;
import io.placed.table.DataSet;
import io.placed.table.source.TableSource;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * What only the session's catalog knows about the columns of a table: {@code CHAR(n)}, collations,
 * comments and defaults. Earlier snapshots and changes are read with it, so that a condition means
 * for them what it means now.
 */
final class CatalogColumns {
  private CatalogColumns() {}

  /**
   * The columns of a source: as the catalog describes those that it has now, whatever their names
   * were, if they are still stored in the same way.
   *
   * @param options of the read, with the path
   */
  static StructType of(TableSource source, TableDefinition table, Map<String, String> options)
      throws IOException {
    StructType columns = SparkTypes.toStruct(source.schema());
    StructType described = Session.nullable(table.schema());
    if (source.snapshot() == null || isPlain(described)) {
      return columns;
    }
    Schema now = DataSet.at(Session.active().stores(options), table.location()).current().schema();
    StructField[] fields = columns.fields();
    for (int i = 0; i < fields.length; i++) {
      Field past = named(source.snapshot().schema().fields(), fields[i].name());
      Field today = past == null ? null : withId(now.fields(), past.id());
      StructField known = today == null ? null : column(described, today.name());
      if (known != null && stored(known).equals(stored(fields[i]))) {
        fields[i] = new StructField(fields[i].name(), known.dataType(), true, known.metadata());
      }
    }
    return new StructType(fields);
  }

  /** Whether a log says as much. */
  private static boolean isPlain(StructType columns) {
    return columns.equals(SparkTypes.toStruct(SparkTypes.toSchema(columns)));
  }

  private static Type stored(StructField f) {
    return SparkTypes.toType(f.dataType(), f.name());
  }

  private static Field named(List<Field> fields, String name) {
    return fields.stream().filter(f -> f.name().equals(name)).findFirst().orElse(null);
  }

  private static Field withId(List<Field> fields, int id) {
    return fields.stream().filter(f -> f.id() == id).findFirst().orElse(null);
  }

  /** A metastore of Hive may have changed names to lower case. */
  private static StructField column(StructType columns, String name) {
    return Arrays.stream(columns.fields())
        .filter(f -> f.name().equalsIgnoreCase(name))
        .findFirst()
        .orElse(null);
  }
}
