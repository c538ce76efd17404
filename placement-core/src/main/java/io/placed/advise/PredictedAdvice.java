package io.placed.advise;

import io.placed.advise.check.AdviceMemory;
import io.placed.advise.check.PredictedReads;
import io.placed.advise.check.PredictedRun;
import io.placed.advise.check.PredictedTemplate;
import io.placed.advise.check.RememberedAdvice;
import io.placed.schema.Field;
import io.placed.table.snapshot.Snapshot;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** An advice in the form that a table remembers. */
final class PredictedAdvice {
  private PredictedAdvice() {}

  /**
   * @param snapshot that was advised on
   * @param at milliseconds since 1970-01-01T00:00Z
   */
  static RememberedAdvice of(Advice advice, Snapshot snapshot, long at) {
    Map<String, Integer> columns = new LinkedHashMap<>();
    for (Field f : snapshot.schema().fields()) {
      columns.put(f.name(), f.id());
    }
    return new RememberedAdvice(
        RememberedAdvice.VERSION,
        AdviceMemory.newId(at),
        at,
        snapshot.id(),
        advice.rows(),
        advice.best().toString(),
        advice.current().toString(),
        advice.then().partitioning(),
        !advice.then().partitioning().equals(advice.now().partitioning()),
        advice.then().profile().text(),
        advice.decision().change(),
        columns,
        advice.templates().stream().map(PredictedAdvice::template).toList());
  }

  private static PredictedTemplate template(Advice.Template t) {
    List<PredictedRun> runs =
        t.each().stream()
            .map(r -> new PredictedRun(r.query(), reads(r.before()), reads(r.after())))
            .toList();
    return new PredictedTemplate(t.name(), t.weight(), t.measuredMillis(), runs);
  }

  private static PredictedReads reads(Advice.Reads r) {
    return new PredictedReads(r.bytes(), r.bytesRead(), r.requests(), r.seconds());
  }
}
