package io.placed.spark.catalog;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.io.FileStores;
import io.placed.spark.SparkTestCase;
import io.placed.table.DataSet;
import java.util.List;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.catalyst.analysis.NoSuchTableException;
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
    private final boolean does;
    private final Runnable before;

    /**
     * @param does whether it fails after the change
     */
    private Failing(boolean does, Runnable before) {
      this.does = does;
      this.before = before;
    }

    @Override
    public Table alterTable(Identifier ident, TableChange... changes) throws NoSuchTableException {
      if (does) {
        super.alterTable(ident, changes);
      }
      before.run();
      throw AlteringCatalogTest.<RuntimeException>undeclared();
    }
  }

  /** As Scala does, and Spark's catalog in a Hive metastore. */
  @SuppressWarnings("unchecked")
  private static <E extends Throwable> E undeclared() throws E {
    throw (E) new Refused();
  }

  private static final class Refused extends Exception {
    private static final long serialVersionUID = 1;

    private Refused() {
      super(FAILURE);
    }
  }

  private static Exception failure(
      Identifier table, boolean does, Runnable before, TableChange change) throws Exception {
    TableCatalog session = (TableCatalog) spark.sessionState().catalogManager().v2SessionCatalog();
    Failing failing = new Failing(does, before);
    failing.setDelegateCatalog(session);
    TableCatalog altering =
        AlteringCatalog.inFrontOf(failing, (PlacedTable) session.loadTable(table));
    return assertThrows(Exception.class, () -> altering.alterTable(table, change));
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
      Exception failure = failure(table, false, () -> {}, change);
      assertEquals(FAILURE, failure.getMessage());
      assertEquals(0, failure.getSuppressed().length);
      assertEquals(columns, dataSet.current().schema(), change::toString);
      assertTrue(dataSet.current().properties().isEmpty(), change::toString);
      sql("refresh table " + name);
      assertEquals(List.of("(1, x, 1)", "(2, y, 2)"), rows(sql("select * from " + name)));
    }
    sql("drop table " + name);
  }

  /** A catalog may fail after the change, too. */
  @Test
  void theDataSetFollowsACatalogThatFailsLate() throws Exception {
    String name = table();
    sql("create table " + name + " (a int, b string) using placed");
    sql("insert into " + name + " values (1, 'x')");
    Identifier table = Identifier.of(new String[] {"default"}, name);
    TableChange change = TableChange.renameColumn(new String[] {"b"}, "c");
    assertEquals(FAILURE, failure(table, true, () -> {}, change).getMessage());
    sql("refresh table " + name);
    assertEquals(List.of("(x)"), rows(sql("select c from " + name)));
    sql("drop table " + name);
  }

  /** The change cannot be taken back if somebody has committed since. */
  @Test
  void aCatalogBehindTheLogIsRefused() throws Exception {
    String name = table();
    String path = path("t");
    sql("create table " + name + " (a int, b string) using placed location '" + path + "'");
    sql("insert into " + name + " values (1, 'x')");
    Identifier table = Identifier.of(new String[] {"default"}, name);
    Exception failure =
        failure(
            table,
            false,
            () -> sql("insert into placed.`" + path + "` values (2, null)"),
            TableChange.renameColumn(new String[] {"b"}, "c"));
    assertTrue(failure.getMessage().startsWith(FAILURE), failure.getMessage());
    assertTrue(failure.getMessage().contains("snapshot 2 of"), failure.getMessage());
    assertTrue(
        failure.getMessage().contains("snapshot 3 was committed since"), failure.getMessage());
    sql("refresh table " + name);
    for (String statement :
        List.of(
            "select a from " + name,
            "select * from " + name,
            "insert into " + name + " values (3, 'y')",
            "insert overwrite " + name + " values (3, 'y')",
            "delete from " + name + " where b is null",
            "update " + name + " set b = 'z'",
            "merge into "
                + name
                + " t using (select 1 id) s on t.a = s.id when matched then delete",
            "alter table " + name + " rename column b to d")) {
      String refused =
          message(assertThrows(Exception.class, () -> sql(statement).collect(), statement));
      assertTrue(refused.contains("column b of the catalog"), refused);
      assertTrue(refused.contains("is no column of the data set since snapshot 2"), refused);
      assertTrue(refused.contains("rename it there, too, with ALTER TABLE"), refused);
    }
    assertEquals(3, DataSet.at(FileStores.local(), path).current().id());
    sql("alter table " + name + " rename column b to c");
    assertEquals(List.of("(1, x)", "(2, null)"), rows(sql("select * from " + name)));
    sql("alter table " + name + " add column b int");
    sql("insert into " + name + " values (3, 'y', 7)");
    assertEquals(
        List.of("(1, x, null)", "(2, null, null)", "(3, y, 7)"),
        rows(sql("select a, c, b from " + name)));
    sql("alter table placed.`" + path + "` drop column b");
    assertThrows(Exception.class, () -> sql("select b from " + name).collect());
    sql("call placed.system.rollback(table => '" + path + "', snapshot => 1)");
    sql("refresh table " + name);
    String behind =
        message(assertThrows(Exception.class, () -> sql("select * from " + name).collect()));
    assertTrue(behind.contains("column c of the catalog"), behind);
    sql("drop table " + name);
  }

  /** A new table in the place of an old one has columns of its own. */
  @Test
  void aTableThatReplacesAnotherMayHaveItsFormerColumns() {
    String name = table();
    String there = " using placed location '" + path("t") + "'";
    sql("create table " + name + " (a int, b string)" + there);
    sql("insert into " + name + " values (1, 'x')");
    sql("alter table " + name + " drop column b");
    sql("create or replace table " + name + there + " as select 2 a, 'y' b");
    assertEquals(List.of("(2, y)"), rows(sql("select * from " + name)));
    sql("alter table " + name + " drop column b");
    sql("select 3 a, 'z' b")
        .write()
        .format("placed")
        .mode(SaveMode.Overwrite)
        .option("path", path("t"))
        .saveAsTable(name);
    assertEquals(List.of("(3, z)"), rows(sql("select * from " + name)));
    sql("alter table " + name + " drop column b");
    sql("select 4 a, 'u' b").write().format("placed").mode(SaveMode.Overwrite).save(path("t"));
    sql("refresh table " + name);
    assertEquals(List.of("(4)"), rows(sql("select * from " + name)));
    sql("alter table " + name + " add column b string");
    sql("insert into " + name + " values (5, 'v')");
    assertEquals(List.of("(4, u)", "(5, v)"), rows(sql("select * from " + name)));
    sql("drop table " + name);
  }
}
