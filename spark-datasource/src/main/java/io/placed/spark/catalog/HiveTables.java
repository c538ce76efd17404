package io.placed.spark.catalog;

import io.placed.io.PathNames;
import io.placed.spark.internal.Errors;
import io.placed.spark.internal.decision.TableDefinition;
import io.placed.spark.internal.decision.TableDefinition.ListedPartition;
import io.placed.spark.options.PlacedOptions;
import io.placed.spark.read.source.Sources;
import io.placed.spark.types.Partitions;
import io.placed.spark.types.SparkTypes;
import io.placed.table.snapshot.TableProperties;
import io.placed.table.source.ListedPartitions;
import io.placed.table.source.TableSource;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.TimestampNTZType;
import org.apache.spark.sql.types.TimestampType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/** Tables of a Hive metastore that are STORED AS PLACED. */
public final class HiveTables {
  public static final String SERDE = "io.placed.hive.PlacedSerDe";

  /**
   * Prefix of settings in Hive's table properties; {@code placed.timestamp.nanos} applies only to
   * Hive.
   */
  public static final String PREFIX = "placed.";

  /** Those that are no settings of Spark. */
  private static final Set<String> OTHERS =
      Set.of("placed.timestamp.nanos", TableProperties.FOREIGN_FILES, PlacedOptions.PARTITIONING);

  private HiveTables() {}

  /**
   * @param options location and settings of the table, for its relation
   */
  public record Opened(PlacedTable table, CaseInsensitiveStringMap options) {}

  /**
   * The table for commands that remove rows.
   *
   * @return null if there are no snapshots at its location, so that Hive's own way is right
   */
  public static HiveLogTable withSnapshots(TableDefinition definition) {
    try {
      return PathTables.dataSet(definition.location()).hasSnapshots()
          ? new HiveLogTable(open(definition).table(), definition)
          : null;
    } catch (IOException e) {
      throw Errors.analysis(e.getMessage(), e);
    }
  }

  public static Opened open(TableDefinition definition) {
    Map<String, String> options = options(definition);
    PlacedOptions.check(options); // a misspelled setting is an error; other properties are ignored
    options.keySet().removeIf(k -> !isPlace(k) && !PlacedOptions.isOfTables(k));
    PlacedOptions.check(options); // the remaining options must be valid on their own
    ListedPartitions partitions = partitions(definition);
    CaseInsensitiveStringMap map = PlacedOptions.effective(options);
    TableSource source = Sources.openOrEmpty(map, partitions);
    Map<String, String> properties = new HashMap<>(options);
    properties.put(TableProperties.FOREIGN_FILES, foreignFiles(definition));
    PlacedTable table =
        new PlacedTable(
            schema(definition.schema(), SparkTypes.toStruct(source.schema())),
            partitions == null && source.snapshot() != null && source.snapshot().id() > 0
                ? Partitions.toTransforms(source.partitionSpec())
                : SparkTypes.identities(definition.partitionColumns()),
            properties,
            source,
            partitions);
    if (definition.isBucketed()) {
      table.refusingWrites(
          String.join(".", definition.name())
              + ": is CLUSTERED BY, so Hive takes its files for buckets, and those that Spark"
              + " writes are none: joins and samples of Hive would lose rows. Use ALTER TABLE … NOT"
              + " CLUSTERED in Hive, which changes only the metastore");
    }
    return new Opened(table, new CaseInsensitiveStringMap(options));
  }

  /**
   * Hive writes files that no snapshot lists, so that they are visible unless the table says no.
   */
  private static String foreignFiles(TableDefinition definition) {
    String name = TableProperties.FOREIGN_FILES;
    String value = definition.properties().getOrDefault(name, "true");
    TableProperties.requireStorable(Map.of(name, value));
    return value;
  }

  private static boolean isPlace(String option) {
    return option.equals(PlacedOptions.PATH) || option.equals(PlacedOptions.PROVIDER);
  }

  /** Location and settings of the table, by their names in Spark. */
  private static Map<String, String> options(TableDefinition definition) {
    Map<String, String> options = new HashMap<>();
    definition
        .properties()
        .forEach(
            (name, value) -> {
              if (name.equalsIgnoreCase(TableProperties.DELETES_MAX_SHARE)) {
                options.put(name, value); // The prefix is part of its name.
              } else if (name.startsWith(PREFIX) && !OTHERS.contains(name)) {
                options.put(name.substring(PREFIX.length()), value);
              }
            });
    options.put(PlacedOptions.PATH, definition.location());
    // Marks the location of a table that may be empty.
    options.put(PlacedOptions.PROVIDER, "placed");
    return options;
  }

  /** Null if the table is not partitioned. */
  private static ListedPartitions partitions(TableDefinition definition) {
    List<String> columns = definition.partitionColumns();
    if (columns.isEmpty()) {
      return null;
    }
    List<ListedPartitions.One> all = new ArrayList<>();
    for (ListedPartition p : definition.partitions()) {
      all.add(new ListedPartitions.One(p.location(), values(columns, p.values()), isUsual(p)));
    }
    return new ListedPartitions(definition.location(), columns, all);
  }

  /** Whether a partition is where its values say. */
  static boolean isUsual(ListedPartition p) {
    // The metastore may have changed column names in directories to lower case.
    return p.usualLocation().equalsIgnoreCase(p.location());
  }

  /** Whether a partition is in the table's directory, wherever there. */
  static boolean isInTable(TableDefinition definition, ListedPartition p) {
    return (p.location() + "/").startsWith(definition.location() + "/");
  }

  /** The values of a partition by the table's columns; null for null. */
  static Map<String, String> values(List<String> columns, Map<String, String> listed) {
    Map<String, String> values = new LinkedHashMap<>();
    for (String column : columns) {
      values.put(column, null);
      listed.forEach(
          (name, value) -> {
            if (name.equalsIgnoreCase(column) && !PathNames.DEFAULT_PARTITION.equals(value)) {
              values.put(column, value);
            }
          });
    }
    return values;
  }

  /**
   * Hive's TIMESTAMP has no time zone, nor has what Hive writes. If the files have instants, as
   * Spark writes them, the column has that type.
   *
   * @param stored null if no file has the column
   */
  private static DataType type(DataType table, DataType stored) {
    if (table instanceof StructType struct) {
      return schema(struct, stored instanceof StructType s ? s : new StructType());
    } else if (table instanceof ArrayType list) {
      DataType element = stored instanceof ArrayType s ? s.elementType() : null;
      return new ArrayType(type(list.elementType(), element), list.containsNull());
    } else if (table instanceof MapType map) {
      MapType pairs = stored instanceof MapType s ? s : null;
      return new MapType(
          type(map.keyType(), pairs == null ? null : pairs.keyType()),
          type(map.valueType(), pairs == null ? null : pairs.valueType()),
          map.valueContainsNull());
    }
    boolean clock = table instanceof TimestampType && !(stored instanceof TimestampType);
    return clock ? DataTypes.TimestampNTZType : table;
  }

  /**
   * The type of a column of the log as the metastore has it, whose timestamps have no time zone.
   *
   * @param known that of the column in the metastore now; null if it has none
   */
  public static DataType declared(DataType logged, DataType known) {
    if (logged instanceof StructType struct) {
      StructType all = new StructType();
      for (StructField f : struct.fields()) {
        DataType own = known instanceof StructType k ? storedType(k, f.name()) : null;
        DataType type = declared(f.dataType(), own);
        all = all.add(new StructField(f.name(), type, f.nullable(), f.metadata()));
      }
      return all;
    } else if (logged instanceof ArrayType list) {
      DataType element = known instanceof ArrayType k ? k.elementType() : null;
      return new ArrayType(declared(list.elementType(), element), list.containsNull());
    } else if (logged instanceof MapType map) {
      MapType pairs = known instanceof MapType k ? k : null;
      return new MapType(
          declared(map.keyType(), pairs == null ? null : pairs.keyType()),
          declared(map.valueType(), pairs == null ? null : pairs.valueType()),
          map.valueContainsNull());
    }
    if (logged instanceof TimestampType || logged instanceof TimestampNTZType) {
      return known instanceof TimestampNTZType ? known : DataTypes.TimestampType;
    }
    return logged;
  }

  private static StructType schema(StructType table, StructType stored) {
    StructType schema = new StructType();
    for (StructField f : table.fields()) {
      DataType type = type(f.dataType(), storedType(stored, f.name()));
      schema = schema.add(new StructField(f.name(), type, f.nullable(), f.metadata()));
    }
    return schema;
  }

  private static DataType storedType(StructType stored, String name) {
    for (StructField f : stored.fields()) {
      if (f.name().equalsIgnoreCase(name)) {
        return f.dataType();
      }
    }
    return null;
  }
}
