package io.placed.experiments.wide;

import io.placed.experiments.Finding;
import io.placed.experiments.Knob;
import io.placed.experiments.Lab;
import io.placed.experiments.Paper;
import java.io.ByteArrayInputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.parquet.format.Util;

/** Figure 7: what makes decoding Parquet's footer faster. */
public final class DecodeSavings extends FooterDecoding {
  @Override
  public Title title() {
    return new Title(
        33,
        "What makes decoding metadata faster",
        Paper.WIDE,
        "figure 7",
        "The paper made parquet-rs faster by allocation, layout and SIMD. Here: what a user of"
            + " Java can have: all of Parquet's footer, without statistics, without row groups"
            + " (schema only), and the whole metadata of ORC and Placed for the same columns.");
  }

  @Override
  public List<Knob> knobs() {
    return List.of(
        COLUMN_COUNTS,
        Knob.words(
            STEP, "what is decoded", "parquet", "no-statistics", "no-row-groups", "orc", "placed"));
  }

  @Override
  Callable<String> task(String step, byte[] footer, int columns, Lab lab) throws Exception {
    return switch (step) {
      case "parquet" -> () -> columns(structs(thrift(footer)));
      case "no-statistics" -> {
        byte[] small = WideFiles.footer(file(lab, "parquet", "none", columns));
        yield () -> columns(structs(thrift(small)));
      }
      case "no-row-groups" ->
          () ->
              String.valueOf(
                  Util.readFileMetaData(new ByteArrayInputStream(footer), true).getSchemaSize()
                      - 1);
      default -> {
        Path other = file(lab, step, "page", columns);
        yield () -> String.valueOf(WideFiles.open(step, other));
      }
    };
  }

  @Override
  public List<Finding> findings() {
    return List.of(
        new Finding(
            "Small changes decode up to 75 % faster",
            "9.1 → 6.4 ms, without statistics 6.9 → 4.1 ms (1,000 columns)",
            t ->
                Finding.shown(
                    "Parquet %.2f, without statistics %.2f, without row groups %.2f, ORC %.2f,"
                        + " Placed %.2f ms",
                    time(t, "parquet"),
                    time(t, "no-statistics"),
                    time(t, "no-row-groups"),
                    time(t, "orc"),
                    time(t, "placed"))));
  }
}
