package io.placed.cli.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import org.apache.spark.sql.execution.SparkSqlParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReadOnlyTest {
  private static String change(String sql) {
    return ReadOnly.change(new SparkSqlParser().parsePlan(sql));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "select 1",
        "values (1, 2), (3, 4)",
        "table t",
        "select /*+ broadcast(b) */ a.*, count(*) over w from t a left join u b using (k)"
            + " window w as (partition by x order by y)",
        "select distinct a, sum(b) from t group by cube (a, c) having sum(b) > 1 order by 1 limit 3 offset 2",
        "with recursive r(n) as (select 1 union all select n + 1 from r where n < 5) select * from r",
        "with a as (select 1 x), b as (select * from a) select * from b union select 2 except select 3",
        "select * from t where exists (select 1 from u where u.k = t.k) and x in (select y from v)",
        "select * from t intersect all select * from u",
        "select * from t tablesample (10 percent) repeatable (1)",
        "select * from t version as of 3 a join t timestamp as of '2026-01-01' b on a.k = b.k",
        "select * from t, lateral (select t.x + 1 y) cross join lateral explode(array(1, 2)) e(c)",
        "select * from t lateral view outer explode(l) e as v",
        "select * from t pivot (sum(x) for y in (1, 2))",
        "select * from t unpivot (v for n in (a, b))",
        "select * from range(10) r(i)",
        "select k from t distribute by k sort by v",
        "select * from (select max(x) m from t) s(q) where q > (select avg(x) from t)",
        "from t |> where x > 1 |> select x |> order by x",
        "show tables",
        "show partitions t",
        "describe extended t",
        "describe query select 1",
        "explain formatted delete from t",
        "set spark.sql.ansi.enabled = false",
        "set spark.placed.history",
        "set",
        "select /*+ broadcast(t) */ * from t",
        "select row_number() over w from t window w as (order by x)",
        "create temporary view v as select * from t",
      })
  void queriesRead(String sql) {
    assertNull(change(sql), sql);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "delete from t",
        "call placed.system.vacuum(table => 't')",
        "execute immediate 'delete from t'",
        "create temporary view v using placed options (path '/x')",
        "create or replace global temporary view v as select 1",
        "insert into t values (1)",
        "with c as (select 1) insert into t select * from c",
        "insert overwrite local directory '/x' using csv select 1",
        "refresh table t",
        "clear cache",
        "create function f as 'x.Y'",
        "load data inpath '/x' into table t",
        "use d",
        "msck repair table t",
        "comment on table t is 'x'",
        "select transform(a) using 'rm' from t",
        "select java_method('a.B', 'c')",
        "create temporary view v as select reflect('a.B', 'c')",
        "select * from t where x = (select max(reflect('a.B', 'c')) from u)",
        "begin select 1; end",
        "explain execute immediate 'delete from t'",
        "describe query select * from t timestamp as of (select java_method('a.B', 'c'))",
        "explain select * from t timestamp as of (select java_method('a.B', 'c'))",
        "select identifier('ref' || 'lect')('a.B', 'c')",
        "select row_number() over w from t window w as (order by reflect('a.B', 'c'))",
        "select /*+ broadcast(t) */ * from t where exists (select reflect('a.B', 'c'))",
        "set spark.placed.history = /x",
        "set spark.sql.catalog.x = a.B",
      })
  void everythingElseIsRefused(String sql) {
    assertEquals(true, change(sql) != null, sql);
  }

  @Test
  void theRefusalNamesTheStatement() {
    assertEquals("insert into", change("insert into t values (1)"));
    assertEquals("delete from table", change("delete from t"));
    assertEquals("function reflect", change("select reflect('a.B', 'c')"));
  }
}
