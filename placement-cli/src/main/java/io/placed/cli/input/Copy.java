package io.placed.cli.input;

import io.placed.cli.text.Progress;
import io.placed.formats.BatchSink;
import io.placed.formats.BatchSource;
import io.placed.formats.ReadAheadSource;
import io.placed.schema.Schema;
import io.placed.text.Amounts;
import java.io.IOException;

/** Copies all rows from a source to a sink and shows the progress. */
public record Copy(boolean progress) {
  /**
   * Returns the number of rows copied.
   *
   * @param columns of the sink
   */
  public long run(Inputs inputs, Schema columns, BatchSink sink) throws IOException {
    long rows = 0;
    try (BatchSource source = new ReadAheadSource(inputs.open(columns));
        Progress bar = Progress.start("converting", progress)) {
      while (source.next()) {
        sink.write(source.batch());
        rows += source.batch().rows();
        bar.set(source.fraction(), Amounts.count(rows, "row"));
      }
      sink.finish();
    }
    return rows;
  }
}
