package io.placed.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqlCommandTest {
  @TempDir Path dir;
  private Path csv;

  @BeforeEach
  void writeInput() throws IOException {
    StringBuilder text = new StringBuilder("k,word,x,day\n");
    for (int i = 0; i < 1000; i++) {
      text.append(i).append(",w").append(i % 7).append(',').append(i / 8.0);
      text.append(",2026-01-0").append(1 + i % 9).append('\n');
    }
    csv = Files.writeString(dir.resolve("in.csv"), text);
  }

  private Path table(String name) {
    Path out = dir.resolve(name);
    Cli.run("convert", csv, out).ok();
    return out;
  }

  private static String sql(Object... args) {
    Object[] all = new Object[args.length + 1];
    all[0] = "sql";
    System.arraycopy(args, 0, all, 1, args.length);
    Cli.Result r = Cli.run(all).ok();
    assertEquals("", r.err());
    return r.out();
  }

  @Test
  void everyFormatByPathAndByNameGivesTheSameRows() throws IOException {
    String query =
        "select word, count(*) n, min(day) d from %s where x >= 5 group by word order by 1";
    String expected = null;
    for (String name : new String[] {"t", "t.placed", "t.parquet", "t.orc", "t.csv", "t.jsonl"}) {
      Path path = table(name);
      String byPath = sql(query.formatted("`" + path + "`"), "--csv");
      assertTrue(byPath.startsWith("word,n,d\nw0,137,2026-01-01\n"), byPath);
      expected = expected == null ? byPath : expected;
      assertEquals(expected, byPath, name);
      assertEquals(expected, sql(query.formatted("t"), "--csv", "--table", "t=" + path), name);
    }
    String both = "select count(*) n from `%s` a join f b on a.k = b.k".formatted(dir.resolve("t"));
    assertEquals("{\"n\":1000}\n", sql(both, "-t", "f=" + csv, "--json"));
  }

  @Test
  void rowsLookAsThoseOfCat() {
    Path t = table("t");
    String all = "select * from `" + t + "` order by k";
    assertEquals(Cli.run("cat", t).ok().out(), sql(all, "--csv"));
    assertEquals(Cli.run("cat", t, "--json").ok().out(), sql(all, "--json"));
    assertEquals(
        Cli.run("head", t, "-n", "3").ok().out(), sql(all + " limit 3").replace('\t', ' '));
    assertEquals(
        Cli.run("cat", t, "--delimiter", "tab", "--no-header").ok().out(),
        sql(all, "--csv", "--delimiter", "tab", "--no-header"));
    Cli.Result some = Cli.run("sql", all, "-n", "2").ok();
    assertEquals(3, some.out().lines().count());
    assertEquals("placed: there are more rows; -n N shows N of them\n", some.err());
  }

  @Test
  void valuesOfEveryTypeArePrinted() {
    assertEquals(
        "{\"a\":1,\"a_2\":\"2026-01-02\",\"t\":\"2026-01-02T03:04:05Z\",\"l\":[1,null],"
            + "\"m\":{\"k\":1.50},\"s\":{\"x\":\"é\",\"y\":null},\"i\":\"INTERVAL '3' DAY\","
            + "\"n\":null,\"b\":\"6869\"}\n",
        sql(
            "select 1 a, date'2026-01-02' a, timestamp'2026-01-02 03:04:05' t, array(1, null) l,"
                + " map('k', 1.50) m, named_struct('x', 'é', 'y', cast(null as int)) s,"
                + " interval 3 days i, null n, x'6869' b",
            "--json"));
  }

  /** Spark finds columns in any case. */
  @Test
  void columnsMayDifferInCaseOnly() {
    String query = "select 1 a, 2 A, interval 3 days b, interval 4 days B, 5 a";
    assertEquals("a,A,b,B,a_2\n1,2,INTERVAL '3' DAY,INTERVAL '4' DAY,5\n", sql(query, "--csv"));
    assertEquals(
        "{\"a\":1,\"A\":2,\"b\":\"INTERVAL '3' DAY\",\"B\":\"INTERVAL '4' DAY\",\"a_2\":5}\n",
        sql(query, "--json"));
    assertTrue(sql(query).startsWith("a  A  b"), sql(query));
  }

  @Test
  void olderSnapshotsAndWhatTheLogSays() {
    Path t = table("t");
    Cli.run("delete", t, "--where", "k < 10").ok();
    String count = "select count(*) n from %s";
    assertEquals("n\n990\n", sql(count.formatted("t"), "-t", "t=" + t, "--csv"));
    assertEquals("n\n1000\n", sql(count.formatted("t version as of 1"), "-t", "t=" + t, "--csv"));
    assertEquals("n\n1000\n", sql(count.formatted("`" + t + "` version as of 1"), "--csv"));
    assertEquals("n\n2\n", sql(count.formatted("placed.`" + t + "`.snapshots"), "--csv"));
    assertTrue(
        Cli.run("sql", count.formatted("t version as of 7"), "-t", "t=" + t)
            .failsMidway(1)
            .err()
            .contains("7"));
  }

  @Test
  void nothingIsChangedWithoutWrite() throws IOException {
    Path t = table("t");
    Map<String, Long> before = files(dir);
    String there = "`" + t + "`";
    for (String statement :
        new String[] {
          "delete from t where k = 1",
          "update t set k = 1",
          "insert into t select * from t",
          "with c as (select * from t) insert into t select * from c",
          "from t insert into t select * insert into t select *",
          "insert overwrite t select * from t",
          "insert overwrite directory '" + dir.resolve("out") + "' using csv select 1",
          "merge into t using t s on t.k = s.k when matched then delete",
          "create table u using placed location '" + dir.resolve("u") + "' as select 1 a",
          "create table placed.`" + dir.resolve("u") + "` as select 1 a",
          "create view v as select 1",
          "drop table t",
          "truncate table t",
          "alter table t add column z int",
          "alter table placed." + there + " set tblproperties ('a' = 'b')",
          "call placed.system.rollback(table => '" + t + "', snapshot => 1)",
          "analyze table t compute statistics",
          "cache table t",
          "add jar 'x.jar'",
          "select transform(k) using 'touch " + dir.resolve("u") + "' as (a string) from t",
          "select * from t where k in (select reflect('java.lang.Math', 'random'))",
          "begin delete from t; end",
        }) {
      Cli.Result r = Cli.run("sql", statement, "--table", "t=" + t).fails(2);
      assertTrue(r.err().contains("only statements that read are allowed"), statement + r.err());
    }
    assertEquals(before, files(dir));
    assertTrue(sql("explain select * from t", "-t", "t=" + t).contains("Physical Plan"));
    assertTrue(sql("describe t", "-t", "t=" + t).contains("word"));
    assertTrue(sql("show tables", "-t", "t=" + t).contains("t"));
    String steps = "create temporary view v as select 1 a; select a + 1 b from v; select 5";
    assertEquals("b\n2\n\n5\n5\n", sql(steps).replace(" ", ""));
    assertEquals(before, files(dir));

    sql(
        "delete from t where k < 10; insert into t select * from t where k < 15",
        "--write",
        "-t",
        "t=" + t);
    assertEquals("n\n995\n", sql("select count(*) n from " + there, "--csv"));
    sql("update " + there + " set word = 'new' where k = 500", "--write");
    assertEquals("word\nnew\n", sql("select word from " + there + " where k = 500", "--csv"));
  }

  @Test
  void wrongOptionsAreRefusedBeforeTheFirstStatement() throws IOException {
    Path t = table("t");
    Path parquet = table("t.parquet");
    Map<String, Long> before = files(dir);
    for (String option :
        List.of("--null=NA", "--delimiter=;", "--no-header", "--schema=a: int32")) {
      String err =
          Cli.run("sql", "delete from t where k = 1", "-t", "t=" + t, "--write", option)
              .fails(2)
              .err();
      assertTrue(err.contains(option.split("=")[0] + " is supported for CSV"), err);
      String path = "select count(*) from `" + parquet + "`; delete from `" + t + "` where k = 1";
      Cli.run("sql", path, "--write", option).fails(2);
    }
    String delete = "delete from t where k = 1; ";
    String err =
        Cli.run("sql", delete + "select 1 a; select 2 b", "-t", "t=" + t, "--write", "--csv")
            .fails(2)
            .err();
    assertTrue(err.contains("--csv prints the result of one statement only, found 2"), err);
    Cli.run("sql", delete + "show tables; select 2", "-t", "t=" + t, "--write", "--csv").fails(2);
    Cli.run("sql", delete + "selec 2", "-t", "t=" + t, "--write", "--csv").fails(2);
    assertEquals(before, files(dir));
    // Statements without a result go with one that has one.
    String silent =
        delete
            + "with c as (select * from t where k = 2) insert into t select * from c;"
            + " create temporary view v as select count(*) n from t; select n from v";
    assertEquals("n\n1000\n", sql(silent, "-t", "t=" + t, "--write", "--csv"));
    // A table of text beside others, and one that a statement makes.
    Path text = Files.writeString(dir.resolve("text.csv"), "NA;1\n");
    String join = "select count(*) n from a, t where t.k = 3";
    assertEquals(
        "{\"n\":1}\n",
        sql(
            join,
            "-t",
            "a=" + text,
            "-t",
            "t=" + t,
            "--json",
            "--schema",
            "x: string, y: int32",
            "--no-header",
            "--delimiter",
            ";",
            "--null",
            "NA"));
  }

  private static Map<String, Long> files(Path dir) throws IOException {
    Map<String, Long> out = new TreeMap<>();
    try (Stream<Path> all = Files.walk(dir)) {
      for (Path p : all.filter(Files::isRegularFile).toList()) {
        out.put(p.toString(), Files.size(p));
      }
    }
    return out;
  }

  @Test
  void statementsComeFromAFile() throws IOException {
    Path t = table("t.placed");
    Path file = Files.writeString(dir.resolve("q.sql"), "-- one\nselect max(k) m from t;\n");
    assertEquals("m\n999\n", sql("-f", file, "--csv", "--table", "t=" + t));
    assertTrue(Cli.run("sql").fails(2).err().startsWith("placed: "));
    assertTrue(Cli.run("sql", "select 1", "-f", file).fails(2).err().startsWith("placed: "));
    assertEquals(1, Cli.run("sql", "-f", dir.resolve("none.sql")).fails(1).err().lines().count());
    assertTrue(Cli.run("sql", " ; ").fails(2).err().contains("no statement"));
  }

  @Test
  void errorsAreOneSentenceWithTheUsualCodes() throws IOException {
    Path t = table("t.placed");
    for (String wrong :
        new String[] {
          "select nothing from t",
          "select * from nowhere",
          "select * from `nowhere.placed`",
          "selec 1",
          "select k + from t",
          "select count(k, from t",
          "select sum(word, 2) from t",
        }) {
      Cli.Result r = Cli.run("sql", wrong, "--table", "t=" + t).fails(2);
      assertEquals(2, r.err().lines().count(), wrong + ": " + r.err());
      assertFalse(r.err().contains("SQLSTATE") || r.err().startsWith("placed: ["), r.err());
    }
    Cli.Result division = Cli.run("sql", "select k / (k - k) from t", "-t", "t=" + t).fails(1);
    assertEquals(1, division.err().lines().count(), division.err());
    assertTrue(division.err().contains("Division by zero"), division.err());
    assertTrue(
        Cli.run("sql", "select 1", "-t", "t=" + dir.resolve("none"))
            .fails(1)
            .err()
            .contains("no such file"));
    Cli.run("sql", "select 1", "-t", "a b=" + t).fails(2);
    Cli.run("sql", "select 1", "--csv", "--json").fails(2);

    byte[] bytes = Files.readAllBytes(t);
    bytes[60] ^= 1;
    Files.write(t, bytes);
    Cli.Result damaged = Cli.run("sql", "select * from t", "-t", "t=" + t).fails(3);
    assertTrue(damaged.err().contains("damaged at offset"), damaged.err());
  }
}
