package io.placed.spark.catalog;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.io.FileStores;
import io.placed.spark.SparkTestCase;
import io.placed.table.DataSet;
import java.util.List;
import org.apache.spark.sql.connector.catalog.DelegatingCatalogExtension;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableCatalog;
import org.apache.spark.sql.connector.catalog.TableChange;
import org.apache.spark.sql.types.DataTypes;
import org.junit.jupiter.api.Test;

class AlteringCatalogTest extends SparkTestCase {
  private static final String FAILURE = "the metastore cannot be reached";

  private static final class Failing extends DelegatingCatalogExtension {
    private final Runnable before;

    private Failing(Runnable before) {
      this.before = before;
    }

    @Override
    public Table alterTable(Identifier ident, TableChange... changes) {
      before.run();
      throw new IllegalStateException(FAILURE);
    }
  }

  private static IllegalStateException failure(
      Identifier table, Runnable before, TableChange change) throws Exception {
    TableCatalog session = (TableCatalog) spark.sessionState().catalogManager().v2SessionCatalog();
    Failing failing = new Failing(before);
    failing.setDelegateCatalog(session);
    TableCatalog altering =
        AlteringCatalog.inFrontOf(failing, (PlacedTable) session.loadTable(table));
    return assertThrows(IllegalStateException.class, () -> altering.alterTable(table, change));
  }

  /** Columns that only the data set had lost would be read as nulls. */
  @Test
  void theDataSetKeepsItsColumnsIfTheCatalogFails() throws Exception {
    String name = table();
    String path = path("t");
    sql(
        "create table "
            + name
            + " (a int, b string, p int) using placed partitioned by (p) location '"
            + path
            + "'");
    sql("insert into " + name + " values (1, 'x', 1), (2, 'y', 2)");
    Identifier table = Identifier.of(new String[] {"default"}, name);
    DataSet dataSet = DataSet.at(FileStores.local(), path);
    Object columns = dataSet.current().schema();
    for (TableChange change :
        List.of(
            TableChange.deleteColumn(new String[] {"b"}, false),
            TableChange.renameColumn(new String[] {"b"}, "c"),
            TableChange.addColumn(new String[] {"c"}, DataTypes.IntegerType),
            TableChange.updateColumnType(new String[] {"a"}, DataTypes.LongType),
            TableChange.setProperty("placement.row-group", "5 rows"))) {
      IllegalStateException failure = failure(table, () -> {}, change);
      assertEquals(FAILURE, failure.getMessage());
      assertEquals(0, failure.getSuppressed().length);
      assertEquals(columns, dataSet.current().schema(), change::toString);
      assertTrue(dataSet.current().properties().isEmpty(), change::toString);
      sql("refresh table " + name);
      assertEquals(List.of("(1, x, 1)", "(2, y, 2)"), rows(sql("select * from " + name)));
    }
    long last = dataSet.current().id();
    IllegalStateException failure =
        failure(
            table,
            () -> sql("insert into placed.`" + path + "` (a, p) values (3, 3)"),
            TableChange.deleteColumn(new String[] {"b"}, false));
    assertEquals(FAILURE, failure.getMessage());
    String what = failure.getSuppressed()[0].getMessage();
    assertTrue(what.contains("the change is in snapshot " + (last + 1)), what);
    assertTrue(what.contains("snapshot " + (last + 2) + " was committed since"), what);
    sql("drop table " + name);
  }
}
