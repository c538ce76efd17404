package io.placed.formats.advise;

import io.placed.formats.zones.FileZones;
import io.placed.formats.zones.ZonedFormat;
import io.placed.schema.DecimalType;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.PartitionField;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.mapping.MappedField;
import org.apache.iceberg.mapping.NameMapping;
import org.apache.iceberg.mapping.NameMappingParser;

/**
 * Where the columns of an Iceberg table are, by its rules for the projection of columns: in the
 * file, by field id or by the table's mapping of names; else it is the partition that has the
 * value, as for files that were migrated from Hive, or the default of the column.
 */
final class IcebergColumns {
  private final Table table;
  private final Schema schema;
  private final boolean evolved;

  /** Null if the table has none. */
  private final NameMapping mapping;

  /** Whether a file may be without a column, or have it under another name. */
  private final boolean vary;

  IcebergColumns(Table table, Schema schema) {
    this.table = table;
    this.schema = schema;
    // The metadata loses schemas that nothing uses any more, but ids are not given again.
    this.evolved = table.schemas().size() > 1 || table.schema().schemaId() != 0;
    String names = table.properties().get(TableProperties.DEFAULT_NAME_MAPPING);
    this.mapping = names == null ? null : NameMappingParser.fromJson(names);
    boolean given =
        table.specs().values().stream()
            .flatMap(s -> s.fields().stream())
            .anyMatch(f -> f.transform().isIdentity());
    this.vary = evolved || mapping != null || given;
  }

  /**
   * Looks at a file.
   *
   * @param names receives the columns whose names in the file are others
   * @param values receives the values of columns that it lacks, as {@link TablePart#partition}
   */
  void find(
      ZonedFormat format, FileScanTask task, Map<String, String> names, Map<String, Object> values)
      throws IOException {
    if (!vary) {
      return;
    }
    String file = task.file().location();
    Map<Integer, Field> stored;
    try (FileZones zones = format.zones(file)) {
      stored = zones.fields();
    }
    if (stored.isEmpty()) {
      stored = byName(file, format.schema(List.of(file)));
    }
    for (Field f : schema.fields()) {
      Field its = stored.get(f.id());
      if (its == null) {
        values.put(f.name(), value(f, given(task, f.id())));
      } else {
        StoredTypes.requireSame(file, f, its);
        if (!its.name().equals(f.name())) {
          names.put(f.name(), its.name());
        }
      }
    }
  }

  private Map<Integer, Field> byName(String file, Schema stored) {
    if (mapping == null && evolved) {
      throw new IllegalArgumentException(
          file
              + " has no field ids, and the columns of the table have changed since; rewrite the"
              + " table's data files first");
    }
    Map<Integer, Field> out = new HashMap<>();
    for (Field f : schema.fields()) {
      MappedField mapped = mapping == null ? null : mapping.find(f.id());
      Set<String> names =
          mapping == null ? Set.of(f.name()) : mapped == null ? Set.of() : mapped.names();
      for (Field s : stored.fields()) {
        if (names.contains(s.name())) {
          out.putIfAbsent(f.id(), s);
        }
      }
    }
    return out;
  }

  /** As Iceberg has it; null if it is null, or nothing is known. */
  private Object given(FileScanTask task, int id) {
    List<PartitionField> fields = task.spec().fields();
    for (int i = 0; i < fields.size(); i++) {
      if (fields.get(i).sourceId() == id && fields.get(i).transform().isIdentity()) {
        return task.file().partition().get(i, Object.class);
      }
    }
    return table.schema().findField(id).initialDefault();
  }

  private static Object value(Field field, Object of) {
    if (of == null) {
      return null;
    }
    return switch (field.type().kind()) {
      case STRING -> of.toString();
      case INT64 -> ((Number) of).longValue();
      case FLOAT -> ((Number) of).floatValue();
      case DOUBLE -> ((Number) of).doubleValue();
      case DECIMAL -> ((BigDecimal) of).setScale(((DecimalType) field.type()).scale());
      case DATE -> LocalDate.ofEpochDay((Integer) of);
      case TIMESTAMP -> Instant.EPOCH.plus((Long) of, ChronoUnit.MICROS);
      case TIMESTAMP_NTZ ->
          LocalDateTime.ofInstant(Instant.EPOCH.plus((Long) of, ChronoUnit.MICROS), ZoneOffset.UTC);
      default -> of;
    };
  }
}
