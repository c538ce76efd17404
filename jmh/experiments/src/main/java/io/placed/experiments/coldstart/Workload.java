package io.placed.experiments.coldstart;

import io.placed.benchmarks.engine.Format;
import java.util.Arrays;
import java.util.List;

/** What a fresh process does. */
enum Workload {
  JAVA_SUMS("java-sums", "the sums of all columns of store_sales in Java", "store_sales"),
  SPARK_SUMS("spark-sums", "the sums of all columns of store_sales, Spark local[1]", "store_sales"),
  TPCH(
      "tpch",
      "TPC-H's 22 queries, each once, in one Spark, local[2]",
      "customer:decimal",
      "lineitem:decimal",
      "nation",
      "orders:decimal",
      "part:decimal",
      "partsupp:decimal",
      "region",
      "supplier:decimal"),
  COMMAND_LINE("command-line", "bin/placed of a small table", "nation");

  private final String text;
  private final String description;
  private final List<String> tables;

  Workload(String text, String description, String... tables) {
    this.text = text;
    this.description = description;
    this.tables = List.of(tables);
  }

  /** For options. */
  String text() {
    return text;
  }

  /** For people. */
  String description() {
    return description;
  }

  List<String> tables() {
    return tables;
  }

  boolean usesSpark() {
    return this == SPARK_SUMS || this == TPCH;
  }

  /** The formats that are written without Spark. */
  List<Format> ownFormats() {
    return switch (this) {
      case JAVA_SUMS -> ColdProcess.FORMATS.stream().map(ColdProcess::ownFormat).toList();
      case COMMAND_LINE -> List.of(ColdProcess.ownFormat("placed"));
      default -> List.of();
    };
  }

  static Workload parse(String text) {
    return Arrays.stream(values())
        .filter(w -> w.text.equals(text))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "workload '"
                        + text
                        + "' is not one of "
                        + String.join(", ", Arrays.stream(values()).map(Workload::text).toList())));
  }
}
