package io.placed.experiments.wide;

import io.placed.experiments.Finding;
import io.placed.experiments.Knob;
import io.placed.experiments.Lab;
import io.placed.experiments.Paper;
import io.placed.experiments.ResultTable;
import java.util.List;
import java.util.OptionalDouble;
import java.util.concurrent.Callable;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.hadoop.metadata.ParquetMetadata;

/** Figure 6: where the time of decoding Parquet's footer goes. */
public final class DecodeShares extends FooterDecoding {
  @Override
  public Title title() {
    return new Title(
        32,
        "Where the time of decoding metadata goes",
        Paper.WIDE,
        "figure 6",
        "parquet-java on a footer in memory: Thrift to Thrift's objects (thrift), these to"
            + " parquet-java's schema and row groups (structs), and that schema to Spark's"
            + " (schema). The paper: 61 % FileMetaData, 31 % row groups, 7 % Arrow's schema.");
  }

  @Override
  public List<Knob> knobs() {
    return List.of(COLUMN_COUNTS, Knob.words(STEP, "what is done", "thrift", "structs", "schema"));
  }

  @Override
  Callable<String> task(String step, byte[] footer, int columns, Lab lab) throws Exception {
    FileMetaData meta = thrift(footer);
    ParquetMetadata decoded = structs(meta);
    return switch (step) {
      case "thrift" -> () -> String.valueOf(thrift(footer).getSchemaSize() - 1);
      case "structs" -> () -> columns(structs(meta));
      default -> () -> String.valueOf(SparkSchema.convert(decoded).size());
    };
  }

  @Override
  public List<Finding> findings() {
    return List.of(
        new Finding(
            "Thrift takes most of the time",
            "61 % FileMetaData, 31 % row groups, 7 % schema",
            t ->
                Finding.judged(
                    "%.0f %% Thrift, %.0f %% parquet-java's structs, %.0f %% Spark's schema",
                    Finding.verdict(share(t, "thrift").orElse(0) > 50),
                    share(t, "thrift"),
                    share(t, "structs"),
                    share(t, "schema"))));
  }

  private static OptionalDouble share(ResultTable t, String step) {
    OptionalDouble all = t.sum("time", COLUMNS, t.near(COLUMNS, 1000));
    OptionalDouble part = Finding.ratio(time(t, step), all);
    return part.isEmpty() ? part : OptionalDouble.of(100 * part.getAsDouble());
  }
}
