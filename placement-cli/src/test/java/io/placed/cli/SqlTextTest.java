package io.placed.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.placed.cli.sql.SqlText;
import java.util.List;
import org.junit.jupiter.api.Test;

class SqlTextTest {
  @Test
  void semicolonsEndStatementsOutsideOfStringsNamesAndComments() {
    assertEquals(List.of("select 1", "select 2"), SqlText.statements("select 1; select 2;\n"));
    assertEquals(
        List.of("select ';', \"a;\", `b;c` -- ;\n, 'it''s;', 'a\\';' /* ; /* ; */ ; */"),
        SqlText.statements(
            "select ';', \"a;\", `b;c` -- ;\n, 'it''s;', 'a\\';' /* ; /* ; */ ; */"));
    assertEquals(List.of("select r'\\'", "select 2"), SqlText.statements("select r'\\';select 2"));
    assertEquals(List.of(), SqlText.statements(" ; -- nothing\n;/* */"));
    assertEquals(
        List.of("select 1", "begin select 1; select 2; end"),
        SqlText.statements("select 1; begin select 1; select 2; end"));
    assertEquals(List.of("select 'open"), SqlText.statements("select 'open"));
  }

  @Test
  void pathsAreNamesInBackquotesWhereATableIsExpected() {
    assertEquals(
        "select `a/b` from <x.placed> join /* of */ <d/e``f> using (`k.k`)",
        withPaths("select `a/b` from `x.placed` join /* of */ `d/e````f` using (`k.k`)"));
    assertEquals(
        "select * from placed.`/data/t` join `t` join parquet.`x.y` join `/d/t`.files",
        withPaths("select * from placed.`/data/t` join `t` join parquet.`x.y` join `/d/t`.files"));
    assertEquals("select 'from `a/b`' from <c/d>", withPaths("select 'from `a/b`' from `c/d`"));
    assertEquals("insert into <a/b> values (1)", withPaths("insert into `a/b` values (1)"));
  }

  private static String withPaths(String sql) {
    return SqlText.withPaths(sql, p -> p.startsWith("k") ? null : "<" + p + ">");
  }
}
