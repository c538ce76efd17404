package io.placed.table.changes;

import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.schema.Type;
import io.placed.table.file.PartitionValues;
import io.placed.table.snapshot.SnapshotInfo;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The columns that a change has after those of the table, named as in Spark's changelogs. All rows
 * of a file have the same values, so they are constants like those of partition columns.
 */
public final class ChangeColumns {
  /** {@link ChangeType#text}, a string. */
  public static final String TYPE = "_change_type";

  /** Id of the snapshot, an int64. */
  public static final String VERSION = "_commit_version";

  /** When it was committed, a timestamp. */
  public static final String TIMESTAMP = "_commit_timestamp";

  private static final Map<String, Type> COLUMNS = new LinkedHashMap<>();

  static {
    COLUMNS.put(TYPE, Type.STRING);
    COLUMNS.put(VERSION, Type.INT64);
    COLUMNS.put(TIMESTAMP, Type.TIMESTAMP);
  }

  private ChangeColumns() {}

  public static List<String> names() {
    return List.copyOf(COLUMNS.keySet());
  }

  /** Those of a schema that has them. */
  public static List<Field> of(Schema changes) {
    return names().stream().map(changes::require).toList();
  }

  /**
   * The columns of a table and those of its changes.
   *
   * @param lastFieldId the largest id that a column of the table ever had
   * @throws IllegalArgumentException if the table has a column of such a name
   */
  public static Schema with(Schema table, int lastFieldId) {
    List<Field> fields = new ArrayList<>(table.fields());
    int id = lastFieldId;
    for (Map.Entry<String, Type> c : COLUMNS.entrySet()) {
      if (table.find(c.getKey(), false).isPresent()) {
        throw new IllegalArgumentException(
            "changes cannot be read: the table has a column "
                + c.getKey()
                + ", which is the name of a column of changes; rename it");
      }
      fields.add(new Field(++id, c.getKey(), c.getValue(), false));
    }
    return Schema.of(fields, id);
  }

  /** The values of all rows that a commit added, or of all that it removed, as text. */
  static Map<String, String> values(ChangeType type, SnapshotInfo commit) {
    Map<String, String> values = new LinkedHashMap<>();
    values.put(TYPE, type.text());
    values.put(VERSION, String.valueOf(commit.id()));
    long micros = Math.multiplyExact(commit.timestampMillis(), 1_000L);
    values.put(TIMESTAMP, PartitionValues.text(Type.TIMESTAMP, micros));
    return values;
  }
}
