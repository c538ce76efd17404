package io.placed.spark.internal;

import io.placed.spark.PlacedOptions;
import io.placed.spark.SparkTypes;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.catalog.CatalogTable;
import org.apache.spark.sql.catalyst.catalog.HiveTableRelation;
import org.apache.spark.sql.catalyst.plans.logical.InsertIntoStatement;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.rules.Rule;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableProvider;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.execution.datasources.DataSource$;
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
    TableProvider provider = DataSource$.MODULE$.lookupDataSourceV2("placed", conf()).get();
    StructType stored = provider.inferSchema(map);
    List<String> columns = CollectionConverters.asJava(meta.partitionColumnNames());
    Transform[] partitioning = SparkTypes.identities(columns);
    Table table = provider.getTable(schema(meta.schema(), stored), partitioning, options);
    return DataSourceV2Relation.create(table, Option.empty(), Option.empty(), map, Option.empty());
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
    options.put(PlacedOptions.PATH, meta.location().toString());
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
