package io.placed.advise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.Placed;
import io.placed.TableWriter;
import io.placed.encoding.Profile;
import io.placed.io.FileStores;
import io.placed.placement.Placement;
import io.placed.schema.Schema;
import io.placed.table.DataSet;
import io.placed.write.options.WriteOptions;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The statements make what was predicted: profile, compression and page rows, too. */
class PlacedStatementsTest {
  private static final Schema SCHEMA = Schema.parse("k: int64, v: double");
  private static final Placement SORTED = Placement.parse("reorder=sort(k)");

  @TempDir private Path directory;
  private DataSet table;

  @BeforeEach
  void write() throws Exception {
    String path = directory.resolve("t").toString();
    try (TableWriter out =
        Placed.write(path, SCHEMA)
            .option("profile", "compact")
            .option("compression", "zstd(19)")
            .option("page-rows", "4096")
            .open()) {
      for (long i = 0; i < 2000; i++) {
        out.write(i * 7919 % 2000, i / 2.0);
      }
      out.commit();
    }
    table = DataSet.at(FileStores.local(), path);
  }

  private static String text(WriteOptions options) {
    return options.profile().text() + " " + options.compression() + " " + options.pageRows();
  }

  private List<String> statements(Profile then, String partitioning, boolean copy)
      throws Exception {
    try (PlacedTable advised = PlacedTable.open(table)) {
      Advice.Options now = new Advice.Options("", advised.writeOptions().profile());
      List<Advice.Copy> copies =
          copy
              ? List.of(
                  new Advice.Copy(
                      "t_v",
                      List.of("v"),
                      SORTED,
                      then,
                      List.of(),
                      new Advice.RewriteCost(0, 0, 0, 0)))
              : List.of();
      AdvisedLayout layout =
          new AdvisedLayout(
              advised.placement(),
              SORTED,
              now,
              new Advice.Options(partitioning, then),
              copies,
              copy);
      return new PlacedRewriting(advised)
          .statements(layout).stream()
              .map(s -> s.text().replace(directory.toString(), "D").replace(SORTED + "", "P"))
              .toList();
    }
  }

  @Test
  void aRewriteIsPredictedAsItIsWritten() throws Exception {
    try (PlacedTable advised = PlacedTable.open(table)) {
      assertEquals("compact zstd(19) 4096", text(advised.writeOptions()));
      assertEquals("compact zstd(19) 4096", text(advised.writeOptions(Profile.COMPACT)));
      assertEquals("fast lz4 4096", text(advised.writeOptions(Profile.FAST)));
    }
    table.alter(List.of(), Map.of("compression", "none", "profile", "fast", "page-rows", "2048"));
    try (PlacedTable advised = PlacedTable.open(table)) {
      assertEquals("fast none 2048", text(advised.writeOptions()));
      assertEquals("balanced none 2048", text(advised.writeOptions(Profile.BALANCED)));
    }
  }

  @Test
  void aRewriteKeepsWhatItIsNotTold() throws Exception {
    assertEquals(
        List.of(
            "placed rewrite 'D/t' --placement 'P'",
            "CALL placed.system.rewrite(table => 'D/t', placement => 'P')"),
        statements(Profile.COMPACT, "", false));
    assertEquals(
        List.of(
            "placed rewrite 'D/t' --placement 'P' --profile fast",
            "CALL placed.system.rewrite(table => 'D/t', placement => 'P', profile => 'fast')"),
        statements(Profile.FAST, "", false));
  }

  @Test
  void newTablesAreToldAll() throws Exception {
    String options = " --profile compact --compression 'zstd(19)' --page-rows 4096";
    String properties = "'profile' = 'compact', 'compression' = 'zstd(19)', 'page-rows' = '4096'";
    assertEquals(
        List.of(
            "placed convert 'D/t' 'D/t_v' -c 'v' --placement 'P'" + options,
            "CREATE TABLE t_v USING placed LOCATION 'D/t_v' TBLPROPERTIES ('placement' = 'P', "
                + properties
                + ") AS SELECT v FROM placed.`D/t`"),
        statements(Profile.COMPACT, "", true));
    List<String> buckets = statements(Profile.COMPACT, "bucket(4, k)", false);
    assertEquals(
        "placed convert 'D/t' 'D/t_new' --partition-by 'bucket(4, k)' --placement 'P'" + options,
        buckets.get(0));
    assertEquals(
        List.of(
            "ALTER TABLE placed.`D/t` SET TBLPROPERTIES ('compression' = 'zstd(19)', 'page-rows' ="
                + " '4096', 'placement' = 'P', 'profile' = 'compact')"),
        buckets.stream().filter(s -> s.startsWith("ALTER")).toList());
    assertEquals(
        "placed convert 'D/t' 'D/t_new' --partition-by 'bucket(4, k)' --placement 'P' --profile"
            + " fast --page-rows 4096",
        statements(Profile.FAST, "bucket(4, k)", false).get(0));
  }

  @Test
  void namesOfColumnsMayHaveCommas() {
    Advice.Options options = new Advice.Options("", Profile.BALANCED);
    Advice.Copy copy =
        new Advice.Copy(
            "t_c",
            List.of("k", "a,b", "it's"),
            SORTED,
            Profile.BALANCED,
            List.of(),
            new Advice.RewriteCost(0, 0, 0, 0));
    AdvisedLayout layout = new AdvisedLayout(SORTED, SORTED, options, options, List.of(copy), true);
    PlacedStatements statements =
        new PlacedStatements("D/t", Map.of(), p -> WriteOptions.defaults(), layout);
    String shell = statements.shell().get(0);
    assertTrue(shell.startsWith("placed convert 'D/t' 'D/t_c' -c 'k,`a,b`,it'\\''s' --"), shell);
    String sql = statements.sql().get(0);
    assertTrue(sql.endsWith(" AS SELECT k, `a,b`, `it's` FROM placed.`D/t`"), sql);
  }
}
