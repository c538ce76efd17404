package io.placed.formats.advise;

import io.placed.advise.AdvisedTable;
import io.placed.advise.workload.ColumnQuantiles;
import io.placed.advise.workload.QuantileSource;
import io.placed.schema.Schema;
import io.placed.vector.Batch;
import io.placed.vector.Values;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Distributions of columns from samples that are read when a column is filtered first. */
final class SampledQuantiles implements QuantileSource {
  private static final int VALUES = 1 << 18;

  private final FileSource source;
  private final Map<String, Optional<ColumnQuantiles>> known = new HashMap<>();

  SampledQuantiles(FileSource source) {
    this.source = source;
  }

  /**
   * @throws UncheckedIOException if the table cannot be read, since advice would fail, too
   */
  @Override
  public Optional<ColumnQuantiles> quantiles(String column) {
    return known.computeIfAbsent(column, this::sample);
  }

  private Optional<ColumnQuantiles> sample(String column) {
    Schema schema = source.schema();
    int at = schema.indexOf(column);
    if (at < 0 || schema.field(at).type().isNested() || source.table().parts().isEmpty()) {
      return Optional.empty();
    }
    List<Object> values = new ArrayList<>();
    try (AdvisedTable table = source.open();
        AdvisedTable.Rows rows = table.sample(List.of(column), VALUES)) {
      while (rows.next()) {
        Batch batch = rows.batch();
        for (int i = 0; i < batch.rows(); i++) {
          values.add(Values.get(batch.column(0), i));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return Optional.of(ColumnQuantiles.of(values));
  }
}
