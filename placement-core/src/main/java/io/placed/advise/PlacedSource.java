package io.placed.advise;

import io.placed.advise.workload.QuantileSource;
import io.placed.advise.workload.TableQuantiles;
import io.placed.schema.Schema;
import io.placed.table.DataSet;
import io.placed.table.snapshot.Snapshot;

/** A snapshot of a table of this library. */
public record PlacedSource(DataSet dataSet, Snapshot snapshot) implements AdvisedSource {
  @Override
  public String path() {
    return dataSet.path();
  }

  @Override
  public String format() {
    return "placed";
  }

  @Override
  public Schema schema() {
    return snapshot.schema();
  }

  @Override
  public QuantileSource quantiles() {
    return new TableQuantiles(dataSet, snapshot);
  }

  @Override
  public AdvisedTable open() {
    return PlacedTable.open(dataSet, snapshot);
  }
}
