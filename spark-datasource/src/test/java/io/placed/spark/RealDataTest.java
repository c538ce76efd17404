package io.placed.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.placed.OneIn;
import io.placed.datasets.SparkTables;
import io.placed.datasets.TpchRows;
import io.placed.io.IoCounters;
import io.placed.io.hadoop.HadoopFileStores;
import io.placed.placement.Placement;
import io.placed.scan.FileReader;
import io.placed.scan.RowGroupInfo;
import io.placed.schema.Type;
import io.placed.table.DataSet;
import io.placed.table.file.DataFile;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Real tables are equal to their source, and to Parquet, with the default placement and some others
 * by chance, or with every one. {@code placed.scale} is the scale factor of lineitem; {@code
 * -Plarge} sets it to 1.
 */
@OneIn(2)
class RealDataTest extends SparkTestCase {
  @BeforeAll
  static void compiled() {
    generateCode();
  }

  /**
   * Maximum number of rows of tables that are compared row by row; larger ones are compared by
   * fingerprint.
   */
  private static final long SMALL = 30_000;

  private static final double SCALE =
      Double.parseDouble(System.getProperty("placed.scale", "0.01"));

  @Tag("long")
  @Test
  void flights() throws Exception {
    check(
        RealTables.flights(spark),
        "tailnum nulls last, dep_time desc",
        "(origin,dest),(hour,minute)");
  }

  @Test
  void weather() throws Exception {
    check(
        RealTables.weather(spark, directory),
        "wind_gust desc nulls last, temp",
        "(temp,dewp,humid),(year,month,day,hour)");
  }

  @Test
  void birdStrikes() throws Exception {
    check(
        RealTables.birdStrikes(spark, directory),
        "`Wildlife Species`, `Flight Date` desc",
        "(`Cost Other`,`Cost Repair`,`Cost Total $`)");
  }

  @Test
  void lineItemWithDecimals() throws Exception {
    check(
        SparkTables.of(spark, new TpchRows("lineitem", SCALE, TpchRows.DECIMAL), 2),
        "l_shipdate, l_orderkey",
        "(l_extendedprice,l_discount),(l_shipmode,l_comment)");
  }

  @Tag("long")
  @Test
  void lineItemWithDoubles() throws Exception {
    check(
        SparkTables.of(spark, new TpchRows("lineitem", SCALE, Type.DOUBLE), 2),
        "l_partkey desc, l_comment",
        "(l_quantity,l_extendedprice,l_discount,l_tax)");
  }

  private void check(Dataset<Row> source, String keys, String groups) throws Exception {
    source.write().option("compression", "zstd").parquet(path("reference"));
    Dataset<Row> parquet = spark.read().parquet(path("reference"));
    Row expected = Fingerprint.of(source);
    assertEquals(expected, Fingerprint.of(parquet), "Parquet");
    boolean small = expected.getLong(0) <= SMALL;
    // Generating lineitem for each placement would take most of the time.
    Dataset<Row> input = small ? source.cache() : parquet;
    if (small) {
      same(source, parquet, "Parquet");
    }
    for (var p : some(List.copyOf(placements(keys, groups).entrySet()), 2)) {
      String table = path(p.getKey());
      var writer = input.write().format("placed");
      p.getValue().forEach(writer::option);
      writer.save(table);

      Dataset<Row> found = read(table);
      assertEquals(parquet.schema(), found.schema(), p.getKey());
      assertEquals(expected, Fingerprint.of(found), p.getKey());
      if (small) {
        same(source, found, p.getKey());
      }
      layoutIsAsAskedFor(table, p.getValue(), keys);
    }
    source.unpersist();
  }

  private static void same(Dataset<Row> a, Dataset<Row> b, String context) {
    // The row counts are equal, so one direction is sufficient.
    assertEquals(List.of(), a.exceptAll(b).takeAsList(3), context);
  }

  private static Map<String, Map<String, String>> placements(String keys, String groups) {
    Map<String, Map<String, String>> out = new LinkedHashMap<>();
    out.put("default", Map.of());
    for (String preset : new String[] {"parquet", "orc", "albis", "rcfile", "trevni"}) {
      out.put(preset, Map.of("placement", preset));
    }
    out.put(
        "sorted",
        Map.of("placement.reorder", "sort(" + keys + ")", "placement.row-group", "5000 rows"));
    out.put("pax", Map.of("placement.column-groups", "all stride 1024"));
    out.put(
        "grouped",
        Map.of(
            "placement", "reorder=sort-buffer(" + keys + "; 4MiB); column-groups=" + groups,
            "placement.row-group", "1MiB",
            "compression", "lz4"));
    out.put("small", Map.of("placement.row-group", "1000 rows", "compression", "none"));
    return out;
  }

  /** Checks the layout as {@code placed inspect} shows it. */
  private static void layoutIsAsAskedFor(String table, Map<String, String> options, String keys)
      throws Exception {
    Map<String, String> settings = new LinkedHashMap<>(options);
    settings.remove("compression");
    Placement asked = Placement.fromSettings(settings);
    DataSet set =
        DataSet.at(new HadoopFileStores(spark.sparkContext().hadoopConfiguration()), table);
    assertEquals(asked, set.current().placement());
    for (DataFile f : set.current().files()) {
      try (FileReader file = FileReader.open(set.input(f), new IoCounters())) {
        assertEquals(asked, file.placement());
        String rowGroup = options.getOrDefault("placement.row-group", "");
        if (rowGroup.endsWith(" rows")) {
          long rows = Long.parseLong(rowGroup.replace(" rows", ""));
          List<RowGroupInfo> groups = file.rowGroups();
          groups.subList(0, groups.size() - 1).forEach(g -> assertEquals(rows, g.rows()));
        }
      }
      if (options.getOrDefault("placement.reorder", "").equals("sort(" + keys + ")")
          && set.current().rows() <= SMALL) {
        Dataset<Row> found = read(set.pathOf(f));
        found.createOrReplaceTempView("one_file");
        String columns = keys.replaceAll(" (asc|desc|nulls last|nulls first)", "");
        assertEquals(
            sql("select " + columns + " from one_file order by " + keys).collectAsList(),
            sql("select " + columns + " from one_file").collectAsList(),
            keys);
      }
    }
  }
}
