package io.placed.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.formats.container.Container;
import io.placed.placement.Placement;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.orc.OrcFile;
import org.apache.orc.Reader;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.util.HadoopInputFile;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Parquet and ORC files with the placement of a Placed file, read by Spark and by the formats' own
 * readers.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ContainersTest {
  private static final int ROWS = 30_000;

  /** The byte range of a row group or stripe. */
  private record Extent(long offset, long end, long rows) {}

  private final long seed = new Random().nextLong();
  private SparkSession spark;
  private Path source;

  @TempDir static Path dir;

  @BeforeAll
  void write() throws IOException {
    spark =
        SparkSession.builder()
            .master("local[1]")
            .config("spark.ui.enabled", "false")
            .config("spark.driver.host", "localhost")
            .getOrCreate();
    Random random = new Random(seed);
    StringBuilder csv = new StringBuilder("k,text,x,small,day\n");
    for (int i = 0; i < ROWS; i++) {
      csv.append(random.nextInt(1_000_000)).append(',');
      csv.append(random.nextInt(9) == 0 ? "NA" : Long.toString(random.nextLong(), 36)).append(',');
      csv.append(random.nextDouble()).append(',').append(random.nextInt(7)).append(',');
      csv.append("2024-0").append(1 + random.nextInt(9)).append("-11\n");
    }
    Path text = dir.resolve("in.csv");
    Files.writeString(text, csv);
    source = dir.resolve("in.placed");
    Cli.run("convert", text, source, "--null", "NA").ok();
  }

  @AfterAll
  void stop() {
    spark.stop();
  }

  private Path convert(String format, String... options) {
    Path out = dir.resolve("out." + format);
    List<Object> args = new ArrayList<>(List.of("convert", source, out, "--overwrite"));
    args.addAll(List.of(options));
    Cli.run(args.toArray()).ok();
    return out;
  }

  private Dataset<Row> ofSpark(Path file, String format) {
    return spark.read().format(format).load(file.toString());
  }

  private List<Row> expected(String columns) throws IOException {
    return spark
        .read()
        .format("placed")
        .load(source.toString())
        .selectExpr(columns.split("; "))
        .collectAsList();
  }

  private static List<String> sorted(List<Row> rows) {
    return rows.stream().map(Row::toString).sorted().toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {"parquet", "orc"})
  void rowsAreInOrderAndRowGroupsHaveSoMany(String format) throws IOException {
    Path out = convert(format, "--reorder", "sort(small desc, k)", "--row-group", "7000 rows");
    List<Row> rows = ofSpark(out, format).collectAsList();
    assertEquals(sorted(expected("*")), sorted(rows), "seed " + seed);
    for (int i = 1; i < ROWS; i++) {
      int small = Integer.compare(rows.get(i).getInt(3), rows.get(i - 1).getInt(3));
      assertTrue(
          small < 0 || small == 0 && rows.get(i).getInt(0) >= rows.get(i - 1).getInt(0),
          "row " + i + ", seed " + seed);
    }
    assertEquals(
        List.of(7000L, 7000L, 7000L, 7000L, 2000L),
        extents(out, format).stream().map(Extent::rows).toList());
  }

  @ParameterizedTest
  @ValueSource(strings = {"parquet", "orc"})
  void columnGroupsAreStructs(String format) throws IOException {
    Path out = convert(format, "--column-groups", "(x, k),(day) order (text, day)");
    Dataset<Row> found = ofSpark(out, format);
    assertEquals(
        "struct<text:string,group1:struct<day:date>,group0:struct<x:double,k:int>,small:int>",
        found.schema().simpleString());
    assertEquals(
        sorted(expected("*")),
        sorted(
            found
                .selectExpr("group0.k", "text", "group0.x", "small", "group1.day")
                .collectAsList()),
        "seed " + seed);
    assertEquals(
        "struct<group0:struct<k:int,text:string,x:double,small:int,day:date>>",
        ofSpark(convert(format, "--column-groups", "all"), format).schema().simpleString());
  }

  @ParameterizedTest
  @ValueSource(strings = {"parquet", "orc"})
  void noRowGroupLiesInTwoBlocks(String format) throws IOException {
    for (String compression : List.of("none", "zstd")) {
      long block = 128 << 10;
      Path out =
          convert(
              format,
              "--row-group",
              "40KiB",
              "--packing",
              "many-row-groups(block=128KiB)",
              "--compression",
              compression);
      List<Extent> many = extents(out, format);
      assertEquals(ROWS, many.stream().mapToLong(Extent::rows).sum());
      long straddling = many.stream().filter(e -> e.offset / block != (e.end - 1) / block).count();
      assertEquals(0, straddling, () -> many + ", seed " + seed);
      long blocks = many.stream().map(e -> e.offset / block).distinct().count();
      assertTrue(blocks > 3 && many.size() >= 2 * blocks, () -> many + ", seed " + seed);

      out =
          convert(
              format,
              "--row-group",
              "40KiB",
              "--packing",
              "one-row-group(block=128KiB)",
              "--compression",
              compression);
      List<Extent> one = extents(out, format);
      for (int g = 1; g < one.size(); g++) {
        assertEquals(0, one.get(g).offset % block, () -> one + ", seed " + seed);
      }
      assertTrue(one.size() > 3, () -> one + ", seed " + seed);
      assertEquals(
          sorted(expected("*")), sorted(ofSpark(out, format).collectAsList()), "seed " + seed);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"parquet", "orc"})
  void smallFilesHaveAsManyRowGroupsAsAskedFor(String format) throws IOException {
    assertEquals(6, extents(convert(format, "--row-group", "64MiB min 6"), format).size());
  }

  @Test
  void theFormatIsNotThatOfTheName() throws Exception {
    Path csv = dir.resolve("n.csv");
    Files.writeString(csv, "a\n1\n");
    String odd = dir.resolve("n.placed").toString();
    String said = Cli.run("convert", csv, odd, "--to", "parquet").ok().out();
    assertTrue(said.contains("1 row"), said);
    assertEquals(
        "PAR1", Files.readString(Path.of(odd), StandardCharsets.ISO_8859_1).substring(0, 4));
  }

  @Test
  void filesSayWhichPlacementTheyHave() throws IOException {
    Placement placement = Placement.parse("reorder=sort(k); row-group=9000 rows");
    Path out = convert("parquet", "--placement", placement.toString());
    try (ParquetFileReader reader = parquet(out)) {
      assertEquals(
          placement.toString(),
          reader.getFileMetaData().getKeyValueMetaData().get(Container.METADATA_KEY));
    }
    out = convert("orc", "--placement", placement.toString());
    try (Reader reader = orc(out)) {
      assertEquals(
          placement.toString(),
          StandardCharsets.UTF_8
              .decode(reader.getMetadataValue(Container.METADATA_KEY))
              .toString());
    }
    out = convert("parquet");
    try (ParquetFileReader reader = parquet(out)) {
      assertEquals(Map.of(), reader.getFileMetaData().getKeyValueMetaData());
    }
  }

  @Test
  void whatTheyCannotHaveIsRefused() {
    refused("placement.packing: files(2) is not supported by Parquet", "--packing", "files(2)");
    refused("placement.column-groups: (k, x) stride 1 ", "--column-groups", "(k, x) stride 1");
    refused("efficiency(0.75; column=k", "--row-group", "efficiency(0.75; column=k)");
    refused("column nope does not exist", "--reorder", "sort(nope)");
    refused("profile is supported for output in the placed format only", "--profile", "fast");
    refused("compression 'lzo' is not supported by Parquet", "--compression", "lzo");
    Cli.Result csv = Cli.run("convert", source, dir.resolve("x.csv"), "--reorder", "sort(k)");
    assertTrue(
        csv.fails(2).err().contains("placement.reorder is not supported for CSV"), csv.err());
  }

  private void refused(String words, String... options) {
    Path out = dir.resolve("refused.parquet");
    List<Object> args = new ArrayList<>(List.of("convert", source, out));
    args.addAll(List.of(options));
    Cli.Result result = Cli.run(args.toArray()).fails(2);
    assertTrue(result.err().contains(words), result.err());
    assertTrue(Files.notExists(out));
  }

  private static ParquetFileReader parquet(Path file) throws IOException {
    return ParquetFileReader.open(
        HadoopInputFile.fromPath(new org.apache.hadoop.fs.Path(file.toUri()), new Configuration()));
  }

  private static Reader orc(Path file) throws IOException {
    return OrcFile.createReader(
        new org.apache.hadoop.fs.Path(file.toUri()), OrcFile.readerOptions(new Configuration()));
  }

  private static List<Extent> extents(Path file, String format) throws IOException {
    if (format.equals("orc")) {
      try (Reader reader = orc(file)) {
        return reader.getStripes().stream()
            .map(s -> new Extent(s.getOffset(), s.getOffset() + s.getLength(), s.getNumberOfRows()))
            .toList();
      }
    }
    try (ParquetFileReader reader = parquet(file)) {
      return reader.getRowGroups().stream().map(ContainersTest::extent).toList();
    }
  }

  private static Extent extent(BlockMetaData group) {
    long start = group.getStartingPos();
    return new Extent(start, start + group.getCompressedSize(), group.getRowCount());
  }
}
