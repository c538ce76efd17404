package io.placed.spark.procedures;

import io.placed.advise.check.CheckResult;
import io.placed.advise.check.ComparedTemplate;
import io.placed.spark.internal.Frames;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * {@code check_advice(table, workload)}: a row per query of the advice that was followed, with what
 * was predicted and what its scans counted, and one with null as its query for all of them.
 */
public final class CheckAdviceProcedure extends CheckingProcedure {
  private static final StructType RESULT =
      new StructType()
          .add("query", DataTypes.StringType, true)
          .add("scans", DataTypes.LongType, false)
          .add("bytes_predicted", DataTypes.LongType, true)
          .add("bytes_low", DataTypes.LongType, true)
          .add("bytes_high", DataTypes.LongType, true)
          .add("bytes_counted", DataTypes.LongType, true)
          .add("bytes_error", DataTypes.DoubleType, false)
          .add("requests_predicted", DataTypes.DoubleType, true)
          .add("requests_counted", DataTypes.DoubleType, true)
          .add("ms_predicted", DataTypes.DoubleType, true)
          .add("ms_measured", DataTypes.DoubleType, true)
          .add("within_bar", DataTypes.DoubleType, false)
          .add("placement", DataTypes.StringType, true)
          .add("first_snapshot", DataTypes.LongType, true)
          .add("last_snapshot", DataTypes.LongType, true)
          .add("notes", DataTypes.createArrayType(DataTypes.StringType, false), true);

  public CheckAdviceProcedure() {
    super("check_advice", "Compares an earlier advice with what scans counted since", RESULT);
  }

  @Override
  List<Object[]> rows(CheckResult c) {
    List<Object[]> rows = new ArrayList<>();
    rows.add(
        new Object[] {
          null,
          c.scans(),
          null,
          null,
          null,
          null,
          c.medianError(),
          null,
          null,
          null,
          null,
          c.covered(),
          UTF8String.fromString(c.advice().placement()),
          c.from(),
          c.to(),
          Frames.array(c.notes().stream().map(UTF8String::fromString).toArray())
        });
    for (ComparedTemplate t : c.templates()) {
      rows.add(
          new Object[] {
            UTF8String.fromString(t.name()),
            t.scans(),
            Math.round(t.predicted().bytes().mean()),
            Math.round(t.predicted().bytes().low()),
            Math.round(t.predicted().bytes().high()),
            Math.round(t.bytes()),
            Math.expm1(t.bytesLog()),
            t.predicted().requests(),
            t.requests(),
            t.timed() ? 1e3 * t.predicted().seconds().mean() : null,
            1e3 * t.seconds(),
            t.isWithinBar() ? 1.0 : 0.0,
            null,
            null,
            null,
            null
          });
    }
    return rows;
  }
}
