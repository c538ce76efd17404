package io.placed.spark.procedures;

import io.placed.advise.Advice;
import io.placed.advise.report.Statements;
import io.placed.spark.internal.Frames;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * {@code advise(table, workload, horizon, period, objective, device, copies, budget, remember)}: a
 * row per query, and one with null as its query for the whole workload, with the decision.
 */
public final class AdviseProcedure extends AdvisingProcedure {
  private static final DataType TEXTS = DataTypes.createArrayType(DataTypes.StringType, false);

  private static final StructType RESULT =
      new StructType()
          .add("query", DataTypes.StringType, true)
          .add("runs", DataTypes.IntegerType, false)
          .add("weight", DataTypes.DoubleType, false)
          .add("share", DataTypes.DoubleType, false)
          .add("bytes_before", DataTypes.LongType, false)
          .add("bytes_after", DataTypes.LongType, false)
          .add("bytes_after_low", DataTypes.LongType, false)
          .add("bytes_after_high", DataTypes.LongType, false)
          .add("requests_before", DataTypes.DoubleType, false)
          .add("requests_after", DataTypes.DoubleType, false)
          .add("ms_before", DataTypes.DoubleType, false)
          .add("ms_before_low", DataTypes.DoubleType, false)
          .add("ms_before_high", DataTypes.DoubleType, false)
          .add("ms_after", DataTypes.DoubleType, false)
          .add("ms_after_low", DataTypes.DoubleType, false)
          .add("ms_after_high", DataTypes.DoubleType, false)
          .add("copy", DataTypes.IntegerType, true)
          .add("text", DataTypes.StringType, true)
          .add("change", DataTypes.BooleanType, true)
          .add("reason", DataTypes.StringType, true)
          .add("placement", DataTypes.StringType, true)
          .add("copies", TEXTS, true)
          .add("partitioning", DataTypes.StringType, true)
          .add("profile", DataTypes.StringType, true)
          .add("statements", TEXTS, true)
          .add("break_even_runs", DataTypes.DoubleType, true)
          .add("notes", TEXTS, true);

  public AdviseProcedure() {
    super("advise", "Recommends a placement for a workload, and says what it gains", RESULT);
  }

  @Override
  List<Object[]> rows(Advice a, List<String> source) {
    List<Object[]> rows = new ArrayList<>();
    int runs = 0;
    double weight = 0;
    for (Advice.Template t : a.templates()) {
      rows.add(
          row(
              head(t.name(), t.runs(), t.weight(), t.share(), t.before(), t.after()),
              t.copy(),
              text(t.text()),
              null,
              null,
              null,
              null,
              null,
              null,
              null,
              null,
              null));
      runs += t.runs();
      weight += t.weight();
    }
    List<String> statements = a.decision().change() ? Statements.runnable(a) : List.of();
    double pays = a.rewrite().breakEvenRuns();
    rows.add(
        0,
        row(
            head(null, runs, weight, 1, a.before(), a.after()),
            null,
            null,
            a.decision().change(),
            text(a.decision().reason()),
            text(a.best().toString()),
            texts(a.copies().stream().map(c -> c.name() + ": " + c.placement())),
            text(a.then().partitioning()),
            text(a.then().profile().text()),
            texts(statements.stream()),
            Double.isFinite(pays) ? pays : null,
            texts(Stream.concat(source.stream(), a.notes().stream()))));
    return rows;
  }

  private static Object[] head(
      String name, int runs, double weight, double share, Advice.Reads before, Advice.Reads after) {
    return new Object[] {
      name == null ? null : text(name),
      runs,
      weight,
      share,
      Math.round(before.bytes().mean()),
      Math.round(after.bytes().mean()),
      Math.round(after.bytes().low()),
      Math.round(after.bytes().high()),
      before.requests(),
      after.requests(),
      1e3 * before.seconds().mean(),
      1e3 * before.seconds().low(),
      1e3 * before.seconds().high(),
      1e3 * after.seconds().mean(),
      1e3 * after.seconds().low(),
      1e3 * after.seconds().high()
    };
  }

  private static Object[] row(Object[] head, Object... more) {
    return Stream.concat(Stream.of(head), Stream.of(more)).toArray();
  }

  private static UTF8String text(String text) {
    return UTF8String.fromString(text);
  }

  private static Object texts(Stream<String> all) {
    return Frames.array(all.map(AdviseProcedure::text).toArray());
  }
}
