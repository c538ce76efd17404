package io.placed.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.placed.datasets.Generator;
import io.placed.datasets.SparkTables;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.hadoop.fs.ContentSummary;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.DataFrameWriter;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * The Spark driver of a benchmark. Requests, by {@code op}: {@code hello}; {@code generate} a
 * table's source; {@code write} a table from its source in a format; {@code query}; {@code conf} of
 * the session.
 */
public final class SparkBench {
  private static final String DONE = "_PLACED_CLUSTER_DONE";

  private final SparkSession spark;
  private final TableReads reads;

  SparkBench(SparkSession spark) {
    this.spark = spark;
    this.reads = new TableReads();
    spark.sparkContext().addSparkListener(reads);
  }

  public static void main(String[] args) throws IOException, InterruptedException {
    PrintStream answers = Requests.takeOutput();
    try (SparkSession spark = SparkSession.builder().appName("placed-cluster").getOrCreate()) {
      Requests.serve(answers, new SparkBench(spark)::answer);
    }
  }

  ObjectNode answer(JsonNode request) throws Exception {
    return switch (Requests.text(request, "op")) {
      case "hello" -> hello();
      case "generate" -> generate(request);
      case "write" -> write(request);
      case "query" -> query(request);
      case "conf" -> conf(request);
      default -> throw new IllegalArgumentException("unknown op in " + request);
    };
  }

  private ObjectNode hello() {
    ObjectNode found = Requests.JSON.createObjectNode();
    found.put("spark", spark.version());
    found.put("java", System.getProperty("java.vm.version"));
    found.put("hadoop", org.apache.hadoop.util.VersionInfo.getVersion());
    ObjectNode settings = found.putObject("settings");
    scala.jdk.javaapi.CollectionConverters.asJava(spark.conf().getAll())
        .forEach(
            (name, value) -> {
              // Names that may carry a secret are of no use for a result.
              if (!name.toLowerCase(java.util.Locale.ROOT)
                  .matches(".*(secret|password|token|credential|access\\.key).*")) {
                settings.put(name, value);
              }
            });
    return found;
  }

  private ObjectNode conf(JsonNode request) {
    spark
        .sparkContext()
        .hadoopConfiguration()
        .set(Requests.text(request, "name"), Requests.text(request, "value"));
    return Requests.JSON.createObjectNode();
  }

  /** A table as Parquet, generated in parallel; nothing is done if an earlier call has finished. */
  private ObjectNode generate(JsonNode request) throws IOException {
    int parts = request.get("parts").asInt();
    Generator generator =
        Generator.of(
            Requests.text(request, "benchmark"),
            Requests.text(request, "table"),
            Requests.text(request, "scale"));
    Path target = new Path(Requests.text(request, "target"));
    String content = Requests.text(request, "scale") + " in " + parts;
    if (done(target, content)) {
      return described(target, "parquet", false);
    }
    Dataset<Row> rows = SparkTables.of(spark, generator, parts);
    begin(target);
    rows.write().mode("overwrite").option("compression", "zstd").parquet(target.toString());
    finish(target, content);
    return described(target, "parquet", true);
  }

  /** A table in a format, from its source, with one file per part of the source. */
  private ObjectNode write(JsonNode request) throws IOException {
    Path target = new Path(Requests.text(request, "target"));
    String format = Requests.text(request, "format");
    Path from = new Path(Requests.text(request, "source"));
    String content = format + " " + request.get("options") + " of " + readMark(from);
    if (done(target, content)) {
      return described(target, format, false);
    }
    begin(target);
    Dataset<Row> source = spark.read().parquet(from.toString());
    DataFrameWriter<Row> writer = source.write().mode("overwrite").format(format);
    for (Map.Entry<String, JsonNode> option : request.get("options").properties()) {
      writer = writer.option(option.getKey(), option.getValue().asText());
    }
    long start = System.nanoTime();
    writer.save(target.toString());
    double seconds = (System.nanoTime() - start) / 1e9;
    finish(target, content);
    ObjectNode found = described(target, format, true);
    found.put("seconds", seconds);
    return found;
  }

  private FileSystem system(Path path) throws IOException {
    return path.getFileSystem(spark.sessionState().newHadoopConf());
  }

  /**
   * A marker file beside a table, written last, with the table's content and format: a table
   * without it, or with a different one, is written again.
   */
  private static Path mark(Path table) {
    return new Path(table.getParent(), table.getName() + DONE);
  }

  private String readMark(Path table) throws IOException {
    if (!system(table).exists(mark(table))) {
      return "";
    }
    try (FSDataInputStream in = system(table).open(mark(table))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private boolean done(Path table, String content) throws IOException {
    return readMark(table).equals(content);
  }

  private void begin(Path table) throws IOException {
    system(table).delete(mark(table), false);
    system(table).delete(table, true);
  }

  private void finish(Path table, String content) throws IOException {
    try (FSDataOutputStream out = system(table).create(mark(table), true)) {
      out.write(content.getBytes(StandardCharsets.UTF_8));
    }
  }

  private ObjectNode described(Path table, String format, boolean written) throws IOException {
    ContentSummary sizes = system(table).getContentSummary(table);
    Dataset<Row> rows = spark.read().format(format).load(table.toString());
    ObjectNode found = Requests.JSON.createObjectNode();
    found.put("written", written);
    found.put("bytes", sizes.getLength());
    found.put("files", sizes.getFileCount());
    found.put("rows", rows.count());
    found.put("ddl", rows.schema().toDDL());
    return found;
  }

  private ObjectNode query(JsonNode request) {
    for (JsonNode table : request.get("tables")) {
      spark
          .read()
          .format(Requests.text(table, "format"))
          .load(Requests.text(table, "path"))
          .createOrReplaceTempView(Requests.text(table, "name"));
    }
    spark.catalog().clearCache();
    reads.begin();
    long start = System.nanoTime();
    Dataset<Row> answer = spark.sql(Requests.text(request, "sql"));
    Row[] rows = (Row[]) answer.collect();
    double seconds = (System.nanoTime() - start) / 1e9;
    ObjectNode found = Requests.JSON.createObjectNode();
    found.put("seconds", seconds);
    reads.end(spark, found);
    PlanMetrics.into(answer.queryExecution().executedPlan(), found);
    ArrayNode out = found.putArray("rows");
    for (Row row : rows) {
      ArrayNode values = out.addArray();
      IntStream.range(0, row.length()).forEach(i -> values.add(Values.text(row.get(i))));
    }
    return found;
  }
}
