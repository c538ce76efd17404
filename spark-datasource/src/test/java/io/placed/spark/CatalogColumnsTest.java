package io.placed.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.placed.spark.catalog.CatalogColumns;
import java.util.List;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.MetadataBuilder;
import org.apache.spark.sql.types.StructField;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * What only the session's catalog says about columns is about those with the same field ids,
 * whatever their names and types were: in earlier snapshots, changes, and after a rollback.
 */
class CatalogColumnsTest extends SparkTestCase {
  private static final String PROVIDERS = "spark.sql.defaultColumn.allowedProviders";

  private String t;

  /** A table with row 1, which has no other columns in its file. */
  @BeforeEach
  void newTable() {
    spark.conf().set(PROVIDERS, "placed");
    t = table();
    sql("create table " + t + " (a int) using placed location '" + path("t") + "'");
    sql("insert into " + t + " values (1)");
  }

  @AfterEach
  void drop() {
    sql("drop table if exists " + t);
    spark.conf().unset(PROVIDERS);
  }

  private void alter(String... clauses) {
    for (String clause : clauses) {
      sql("alter table " + t + " " + clause);
    }
  }

  private static long newest(String table) {
    return sql("select max(snapshot_id) from " + table + ".snapshots").first().getLong(0);
  }

  private void rollBack(long snapshot) {
    sql("call placed.system.rollback(table => '" + t + "', snapshot => " + snapshot + ")");
  }

  private String one(String columns, String relation) {
    return rows(sql("select " + columns + " from " + relation)).toString();
  }

  /** In an earlier snapshot, in its changes, and after a rollback to it. */
  private void expectAt(long snapshot, String columns, String row) {
    assertEquals(row, one(columns, t + " version as of " + snapshot), "version as of");
    if (since("4.2")) {
      assertEquals(
          row, one(columns, t + " changes from version 1 to version " + snapshot), "changes");
    }
    rollBack(snapshot);
    assertEquals(row, one(columns, t), "rollback");
  }

  /** After a row without values for some columns, where Spark inserts such rows. */
  private void expectInserted(String given, String values, String columns, String all) {
    if (since("4.1")) {
      sql("insert into " + t + " (" + given + ") values (" + values + ")");
      assertEquals(all, one(columns, t));
    }
  }

  @Test
  void aDefaultOfALaterColumnWithTheName() {
    alter("add column c int");
    long before = newest(t);
    alter("drop column c", "add column c int default 5");
    assertEquals("[(5)]", one("c", t));
    expectAt(before, "c", "[(null)]");
    expectInserted("a", "2", "a, c", "[(1, null), (2, null)]");
  }

  @Test
  void aDefaultOfARenamedColumn() {
    alter("add column c int default 5");
    long before = newest(t);
    alter("rename column c to d");
    expectAt(before, "c", "[(5)]");
    expectInserted("a", "2", "a, c", "[(1, 5), (2, 5)]");
  }

  @Test
  void aDefaultOfAColumnThatWasWidened() {
    alter("add column c int default 5", "add column d decimal(4, 1) default 1.5");
    long before = newest(t);
    alter("alter column c type bigint", "alter column d type decimal(12, 2)");
    alter("alter column c set default 5000000000");
    long after = newest(t);
    assertEquals("[(5, 1.50)]", one("c, d", t));
    expectAt(before, "c, d", "[(5, 1.5)]");
    // The default of new rows is one that the column cannot have.
    if (since("4.1")) {
      assertFails("5000000000", () -> sql("insert into " + t + " (a) values (9)"));
    }
    assertEquals("int", spark.table(t).schema().apply("c").dataType().simpleString());
    // And back, where the catalog has the narrower type.
    expectAt(after, "c, d", "[(5, 1.50)]");
    expectInserted("a, d", "2, 7", "a, c, d", "[(1, 5, 1.50), (2, 5000000000, 7.00)]");
  }

  @Test
  void defaultsOfColumnsThatSwappedTheirNames() {
    alter("add column c int default 5", "add column d int default 6");
    long before = newest(t);
    alter("rename column c to x", "rename column d to c", "rename column x to d");
    assertEquals("[(6, 5)]", one("c, d", t));
    expectAt(before, "c, d", "[(5, 6)]");
    expectInserted("a", "2", "a, c, d", "[(1, 5, 6), (2, 5, 6)]");
  }

  @SinceSpark(value = "4.0", because = "Spark 3.5 has no collations")
  @Test
  void whatIsSaidAboutFieldsOutlivesChangesOfOthers() {
    alter("add column s struct<i: int, l: string collate utf8_lcase comment 'any case'>");
    sql("insert into " + t + " values (2, named_struct('i', 1, 'l', 'X'))");
    String type = spark.table(t).schema().apply("s").dataType().sql();
    long before = newest(t);
    alter("alter column s.i type bigint", "add column s.more int");
    String where = " where s.l = 'x'";
    String past = t + " version as of " + before;
    assertEquals("[(2, (1, X, null))]", one("a, s", t + where));
    assertEquals("[(2, (1, X))]", one("a, s", past + where));
    rollBack(before);
    assertEquals(type, spark.table(t).schema().apply("s").dataType().sql());
    assertEquals("[(2, (1, X))]", one("a, s", t + where));
  }

  /** They have field ids that later columns of the table have, too. */
  @SinceSpark(value = "4.2", because = "CHANGES FROM is new in Spark 4.2")
  @Test
  void columnsOfChangesAreNoLaterColumnsOfTheTable() {
    long before = newest(t);
    alter(
        "add column c string collate utf8_lcase default 'x'",
        "add column n bigint default 7",
        "add column m timestamp default timestamp'2020-01-01 00:00:00'");
    String changes = t + " changes from version 1 to version " + before;
    assertEquals("[(1, insert, 1)]", one("a, _change_type, _commit_version", changes));
    assertEquals("[]", one("a", changes + " where _change_type = 'INSERT'"));
  }

  /** By the path the catalog is not told. */
  @Test
  void columnsThatOnlyTheCatalogHas() {
    alter("add column c int default 5");
    long before = newest(t);
    sql("alter table placed.`" + path("t") + "` drop column c");
    expectAt(before, "c", "[(5)]");
    alter("add column d int default 6");
    before = newest(t);
    sql("alter table placed.`" + path("t") + "` rename column d to e");
    expectAt(before, "c, d", "[(5, 6)]");
  }

  private List<String> columns(String relation) {
    return List.of(sql("select * from " + relation).columns());
  }

  /** New columns are last in the log, and before partition columns or elsewhere in the catalog. */
  @Test
  void anEarlierSnapshotHasTheOrderOfTheCatalog() {
    String p = table();
    sql("create table " + p + " (id int, p int) using placed partitioned by (p)");
    sql("insert into " + p + " values (1, 7)");
    sql("alter table " + p + " add column n int");
    sql("insert into " + p + " values (2, 20, 8)");
    long before = newest(p);
    List<String> rows = List.of("(1, null, 7)", "(2, 20, 8)");
    assertEquals(rows, rows(sql("select * from " + p)));
    assertEquals(rows, rows(sql("select * from " + p + " version as of " + before)));
    sql("insert overwrite " + p + " select * from " + p + " version as of " + before);
    assertEquals(rows, rows(sql("select * from " + p)));
    sql("alter table " + p + " drop column id");
    // Where the catalog would add the column.
    assertEquals(List.of("n", "id", "p"), columns(p + " version as of " + before));
    sql("drop table " + p);

    alter("add column c int first", "add column b int after c", "alter column a first");
    sql("insert into " + t + " values (2, 3, 4)");
    assertEquals(List.of("a", "c", "b"), columns(t + " version as of " + newest(t)));
    if (since("4.2")) { // Spark's syntax is new
      assertEquals(
          List.of("a", "c", "b", "_change_type", "_commit_version", "_commit_timestamp"),
          columns(t + " changes from version 1"));
    }
  }

  /** Positions of INSERT mean after a rollback what they meant before. */
  @Test
  void aRollbackKeepsTheOrderOfTheCatalog() {
    alter("add column b int", "alter column b first");
    sql("insert into " + t + " values (20, 10)");
    long before = newest(t);
    var schema = spark.table(t).schema();
    rollBack(before);
    assertEquals(schema, spark.table(t).schema());
    sql("insert into " + t + " values (40, 30)");
    assertEquals("[(1, null), (10, 20), (30, 40)]", one("a, b", t));
    alter("add column c int first", "drop column a");
    rollBack(before);
    assertEquals(List.of("b", "a"), columns(t));
    assertEquals("[(1, null), (10, 20)]", one("a, b", t));
  }

  /** A table may leave out columns of the data set. */
  @Test
  void aRollbackDoesNotDeclareColumnsThatATableLeavesOut() {
    sql("alter table placed.`" + path("t") + "` add columns (b int, c int)");
    String some = table();
    sql("create table " + some + " (a int, c int) using placed location '" + path("t") + "'");
    sql("insert into " + some + " values (2, 3)");
    long before = newest(some);
    sql("alter table " + some + " drop column c");
    sql("call placed.system.rollback(table => '" + some + "', snapshot => " + before + ")");
    assertEquals(List.of("a", "c"), columns(some));
    assertEquals("[(1, null), (2, 3)]", one("*", some));
    sql("drop table " + some);
  }

  private static StructField column(DataType type, MetadataBuilder metadata) {
    return new StructField("c", type, true, metadata.build());
  }

  private static StructField inPast(DataType now, DataType past, String value) {
    MetadataBuilder metadata =
        new MetadataBuilder().putString("EXISTS_DEFAULT", value).putString("comment", "kept");
    return CatalogColumns.described(column(now, metadata), column(past, new MetadataBuilder()));
  }

  /** A default that an earlier, narrower type cannot have, however Spark finds out. */
  @Test
  void aDefaultThatTheTypeCannotHave() {
    DataType decimal = DataTypes.createDecimalType(12, 2);
    DataType narrow = DataTypes.createDecimalType(3, 1);
    String field = "named_struct('f', 5000000000)";
    for (StructField unfit :
        new StructField[] {
          inPast(DataTypes.LongType, DataTypes.IntegerType, "5000000000"),
          inPast(DataTypes.IntegerType, DataTypes.ByteType, "300"),
          inPast(DataTypes.DoubleType, DataTypes.FloatType, "'no number'"),
          inPast(DataTypes.LongType, DataTypes.IntegerType, "'no number'"),
          inPast(DataTypes.LongType, DataTypes.IntegerType, "array(1)"),
          inPast(decimal, narrow, "1234.5"),
          inPast(DataType.fromDDL("struct<f: bigint>"), DataType.fromDDL("struct<f: int>"), field)
        }) {
      assertFalse(unfit.metadata().contains("EXISTS_DEFAULT"), unfit.toString());
      assertEquals("kept", unfit.metadata().getString("comment"));
    }
    StructField fit = inPast(DataTypes.LongType, DataTypes.IntegerType, "5");
    assertEquals("5", fit.metadata().getString("EXISTS_DEFAULT"));
  }

  /** Without the default older rows would have null, which is no answer to an error of Spark. */
  @Test
  void otherErrorsAreNoReasonToForgetADefault() {
    StructField now =
        column(DataTypes.LongType, new MetadataBuilder().putLong("EXISTS_DEFAULT", 5));
    StructField past = column(DataTypes.IntegerType, new MetadataBuilder());
    assertThrows(ClassCastException.class, () -> CatalogColumns.described(now, past));
  }
}
