package io.placed.spark.internal;

import io.placed.spark.HiveTables;
import io.placed.spark.PlacedOptions;
import io.placed.table.source.ListedPartitions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.TableIdentifier;
import org.apache.spark.sql.catalyst.catalog.CatalogTable;
import org.apache.spark.sql.catalyst.catalog.CatalogTablePartition;
import org.apache.spark.sql.catalyst.catalog.CatalogUtils;
import org.apache.spark.sql.catalyst.catalog.ExternalCatalogUtils;
import org.apache.spark.sql.catalyst.catalog.HiveTableRelation;
import org.apache.spark.sql.catalyst.plans.logical.InsertIntoStatement;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.rules.Rule;
import org.apache.spark.sql.connector.catalog.CatalogPlugin;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.TimestampType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import scala.Option;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Tables of a Hive metastore that are STORED AS PLACED: read and written by our own scan and
 * writer, as Spark does with Parquet and ORC, not row by row through Hive's classes. It runs in the
 * turn in which Spark finds the relation, before anything refers to its columns.
 */
final class HiveTableRule extends Rule<LogicalPlan> {
  private final SparkSession session;

  HiveTableRule(SparkSession session) {
    this.session = session;
  }

  static final String SERDE = "io.placed.hive.PlacedSerDe";

  /** Of Hive's table properties; {@code placed.timestamp.nanos} is for Hive alone. */
  static final String PREFIX = "placed.";

  private static final String FOR_HIVE = "placed.timestamp.nanos";

  @Override
  public LogicalPlan apply(LogicalPlan plan) {
    return plan.resolveOperatorsUp(new EachNode(this::replacement));
  }

  private LogicalPlan replacement(LogicalPlan node) {
    if (node instanceof InsertIntoStatement i && isPlaced(i.table())) {
      return EachNode.into(i, relation((HiveTableRelation) i.table()));
    }
    return isPlaced(node) ? relation((HiveTableRelation) node) : node;
  }

  private static boolean isPlaced(LogicalPlan node) {
    return node instanceof HiveTableRelation r && isPlaced(r.tableMeta());
  }

  static boolean isPlaced(CatalogTable table) {
    return table.storage().serde().contains(SERDE);
  }

  private DataSourceV2Relation relation(HiveTableRelation hive) {
    CatalogTable meta = hive.tableMeta();
    Map<String, String> options = options(meta);
    PlacedOptions.check(options); // A misspelt setting is an error; what is none has no effect.
    options.keySet().removeIf(k -> !isPlace(k) && !PlacedOptions.isOfTables(k));
    CaseInsensitiveStringMap map = new CaseInsensitiveStringMap(options);
    Table table =
        HiveTables.table(options, partitions(meta), stored -> schema(meta.schema(), stored));
    CatalogPlugin catalog =
        ((org.apache.spark.sql.classic.SparkSession) session)
            .sessionState()
            .catalogManager()
            .v2SessionCatalog();
    TableIdentifier name = meta.identifier();
    // With its name, which REFRESH TABLE, and with it ALTER TABLE … ADD PARTITION, asks for.
    Identifier identifier = Identifier.of(new String[] {name.database().get()}, name.table());
    return DataSourceV2Relation.create(
        table, Option.apply(catalog), Option.apply(identifier), map, Option.empty());
  }

  /** Null if the table is not partitioned. */
  private ListedPartitions partitions(CatalogTable meta) {
    List<String> columns = CollectionConverters.asJava(meta.partitionColumnNames());
    if (columns.isEmpty()) {
      return null;
    }
    TableIdentifier name = meta.identifier();
    List<CatalogTablePartition> listed =
        CollectionConverters.asJava(
            ((org.apache.spark.sql.classic.SparkSession) session)
                .sessionState()
                .catalog()
                .externalCatalog()
                .listPartitions(name.database().get(), name.table(), Option.empty()));
    List<ListedPartitions.One> all = new ArrayList<>();
    for (CatalogTablePartition p : listed) {
      if (p.storage().locationUri().isEmpty()) {
        continue;
      }
      Map<String, String> values = values(columns, p);
      String place = CatalogUtils.URIToString(p.location());
      String usual =
          ExternalCatalogUtils.generatePartitionPath(
                  p.spec(), meta.partitionColumnNames(), new Path(meta.location()))
              .toString();
      // The metastore may have made the directories' names of columns lower-case.
      all.add(new ListedPartitions.One(place, values, usual.equalsIgnoreCase(place)));
    }
    return new ListedPartitions(CatalogUtils.URIToString(meta.location()), columns, all);
  }

  private static Map<String, String> values(List<String> columns, CatalogTablePartition p) {
    Map<String, String> values = new LinkedHashMap<>();
    for (String column : columns) {
      values.put(column, null);
      CollectionConverters.asJava(p.spec())
          .forEach(
              (name, value) -> {
                boolean missing = ExternalCatalogUtils.DEFAULT_PARTITION_NAME().equals(value);
                if (name.equalsIgnoreCase(column) && !missing) {
                  values.put(column, value);
                }
              });
    }
    return values;
  }

  private static boolean isPlace(String option) {
    return option.equals(PlacedOptions.PATH) || option.equals(PlacedOptions.PROVIDER);
  }

  /** The table's place and settings, under the names that they have in Spark. */
  private static Map<String, String> options(CatalogTable meta) {
    Map<String, String> options = new HashMap<>();
    CollectionConverters.asJava(meta.properties())
        .forEach(
            (name, value) -> {
              if (name.startsWith(PREFIX) && !name.equals(FOR_HIVE)) {
                options.put(name.substring(PREFIX.length()), value);
              }
            });
    options.put(PlacedOptions.PATH, CatalogUtils.URIToString(meta.location()));
    // Marks the place of a table that may still be empty.
    options.put(PlacedOptions.PROVIDER, "placed");
    return options;
  }

  /**
   * Hive's timestamp is a clock without a zone, and so is what Hive writes; where files have points
   * in time, as Spark writes them, it is those.
   *
   * @param stored null if no file has it
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
