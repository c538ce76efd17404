package io.placed.formats.advise;

import io.placed.advise.AdvisedSource;
import io.placed.advise.AdvisedTable;
import io.placed.advise.workload.QuantileSource;
import io.placed.io.FileStores;
import io.placed.schema.Schema;

/** A table of Parquet or ORC files at one moment. */
record FileSource(TableDescription table, FileStores stores) implements AdvisedSource {
  @Override
  public String path() {
    return table.path();
  }

  @Override
  public String format() {
    return table.kind();
  }

  @Override
  public Schema schema() {
    return table.schema();
  }

  @Override
  public QuantileSource quantiles() {
    return new SampledQuantiles(this);
  }

  @Override
  public AdvisedTable open() {
    return new FileTable(table, stores);
  }
}
