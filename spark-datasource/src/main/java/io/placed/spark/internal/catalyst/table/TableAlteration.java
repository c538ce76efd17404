package io.placed.spark.internal.catalyst.table;

import io.placed.spark.catalog.CatalogColumns;
import io.placed.spark.internal.catalyst.node.Scala;
import io.placed.spark.internal.catalyst.session.Internals;
import io.placed.spark.internal.catalyst.session.Sessions;
import io.placed.spark.types.CharColumns;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.TableIdentifier;
import org.apache.spark.sql.catalyst.analysis.NoSuchTableException;
import org.apache.spark.sql.catalyst.catalog.CatalogTable;
import org.apache.spark.sql.catalyst.catalog.ExternalCatalog;
import org.apache.spark.sql.catalyst.catalog.ExternalCatalogWithListener;
import org.apache.spark.sql.catalyst.catalog.InMemoryCatalog;
import org.apache.spark.sql.catalyst.catalog.SessionCatalog;
import org.apache.spark.sql.catalyst.util.CharVarcharUtils;
import org.apache.spark.sql.connector.catalog.CatalogV2Util;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableCatalog;
import org.apache.spark.sql.connector.catalog.TableChange;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import scala.Option;

/** ALTER TABLE of a table in a catalog. */
public final class TableAlteration {
  private static final String SESSION_CATALOG = "spark_catalog";

  private TableAlteration() {}

  /**
   * Changes the table. Spark's own catalog fails if a partition column is not the last one
   * afterwards, and before 4.1 leaves out changes of columns if its tables are in a Hive metastore.
   */
  public static Table alter(
      SparkSession session, TableCatalog catalog, Identifier ident, TableChange... changes)
      throws NoSuchTableException {
    boolean ofColumns = Stream.of(changes).anyMatch(TableAlteration::isOfColumn);
    if (!ofColumns || !catalog.name().equals(SESSION_CATALOG) || ident.namespace().length != 1) {
      return catalog.alterTable(ident, changes);
    }
    SessionCatalog own = Sessions.state(session).catalog();
    TableIdentifier name = new TableIdentifier(ident.name(), Option.apply(ident.namespace()[0]));
    CatalogTable before = Internals.metadata(own, name);
    if (before == null) {
      return catalog.alterTable(ident, changes); // Which reports it.
    }
    StructType changed =
        CatalogV2Util.applySchemaChanges(
            before.schema(), Scala.seq(List.of(changes)), before.provider(), "ALTER TABLE");
    StructType expected = withoutFormerLengths(changed, changes);
    if (expected.equals(
        CatalogColumns.partitionsLast(expected, Scala.list(before.partitionColumnNames())))) {
      Table altered = catalog.alterTable(ident, changes);
      CatalogTable after = Internals.metadata(own, name);
      if (after == null || after.schema().equals(expected)) {
        return altered;
      }
    } else {
      TableChange[] others =
          Stream.of(changes).filter(c -> !isOfColumn(c)).toArray(TableChange[]::new);
      if (others.length > 0) {
        catalog.alterTable(ident, others);
      }
    }
    setColumns(own, name, expected);
    own.refreshTable(name);
    return null; // Nobody asks for it, and loading may fail after the change.
  }

  /**
   * Spark keeps the lengths of char and varchar of a column beside its type, and those of the
   * former type if the new one has none: it would still refuse longer strings.
   */
  private static StructType withoutFormerLengths(StructType columns, TableChange... changes) {
    StructField[] fields = columns.fields().clone();
    for (TableChange c : changes) {
      if (c instanceof TableChange.UpdateColumnType update && update.fieldNames().length == 1) {
        StructField changed = CatalogColumns.named(columns, update.fieldNames()[0]);
        for (int i = 0; i < fields.length; i++) {
          fields[i] = fields[i] == changed ? CharColumns.withoutLengths(changed) : fields[i];
        }
      }
    }
    return CharVarcharUtils.replaceCharVarcharWithStringInSchema(new StructType(fields));
  }

  /**
   * Sets all columns of a table of the session's catalog. Spark's catalog in memory keeps their
   * order; a Hive metastore has partition columns apart, after the others.
   */
  static void setColumns(SessionCatalog catalog, TableIdentifier name, StructType columns) {
    CatalogTable table = Internals.metadata(catalog, name);
    if (isInMemory(catalog)) {
      catalog.alterTable(Internals.withSchema(table, columns));
    } else {
      List<String> partitions = Scala.list(table.partitionColumnNames());
      Internals.alterSchema(catalog, name, CatalogColumns.partitionsLast(columns, partitions));
    }
  }

  private static boolean isOfColumn(TableChange c) {
    return c instanceof TableChange.ColumnChange;
  }

  private static boolean isInMemory(SessionCatalog catalog) {
    ExternalCatalog external = catalog.externalCatalog();
    return external instanceof ExternalCatalogWithListener w
        ? w.unwrapped() instanceof InMemoryCatalog
        : external instanceof InMemoryCatalog;
  }
}
