package io.placed.spark.catalog;

import io.placed.schema.Schema;
import io.placed.schema.Type;
import io.placed.spark.internal.decision.CatalogInFront;
import io.placed.spark.types.SparkTypes;
import io.placed.table.evolution.ColumnChange;
import io.placed.table.evolution.EvolvedColumns;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.spark.sql.catalyst.analysis.NoSuchTableException;
import org.apache.spark.sql.connector.catalog.Column;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableCatalog;
import org.apache.spark.sql.connector.catalog.TableChange;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * Wraps another catalog for a write that may change the columns of one of its tables: Spark alters
 * the table while it analyzes the write, and loads it again.
 */
final class EvolvingCatalog extends CatalogInFront {
  /** Columns of the table when the write began. */
  private final List<String> columns;

  EvolvingCatalog(TableCatalog catalog, PlacedTable table) {
    super(catalog);
    this.columns = Stream.of(table.columns()).map(Column::name).toList();
  }

  /**
   * @param first the columns that come first, in this order
   */
  static StructType inOrder(StructType schema, List<String> first) {
    List<String> names = List.of(schema.fieldNames());
    Stream<String> others = names.stream().filter(n -> !first.contains(n));
    return new StructType(
        Stream.concat(first.stream().filter(names::contains), others)
            .map(schema::apply)
            .toArray(StructField[]::new));
  }

  /**
   * Whether a write may change a column: add one, or give it a wider type.
   *
   * @param fixed columns whose type stays, those of partitions
   */
  static boolean canChange(StructType schema, Set<String> fixed, TableChange.ColumnChange change) {
    if (!(change instanceof TableChange.UpdateColumnType update)) {
      return change instanceof TableChange.AddColumn;
    }
    List<String> path = List.of(update.fieldNames());
    if (fixed.stream().anyMatch(path.get(0)::equalsIgnoreCase)) {
      return false;
    }
    try {
      Schema now = SparkTypes.toSchema(schema);
      Type type = SparkTypes.toType(update.newDataType(), String.join(".", path));
      ColumnChange widen = new ColumnChange.Widen(path, type);
      return !EvolvedColumns.apply(now, widen, List.of(), now.lastId()).equals(now);
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  @Override
  public Table alterTable(Identifier ident, TableChange... changes) throws NoSuchTableException {
    PlacedTable now = (PlacedTable) super.loadTable(ident);
    return AlteringCatalog.inFrontOf(catalog, now).alterTable(ident, changes);
  }

  /**
   * Catalogs put new columns before those of partitions, but Spark takes the columns that the table
   * had for the first ones.
   */
  @Override
  public Table loadTable(Identifier ident) throws NoSuchTableException {
    return ((PlacedTable) super.loadTable(ident)).evolving(columns);
  }
}
