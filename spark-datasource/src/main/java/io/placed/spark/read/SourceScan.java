package io.placed.spark.read;

import io.placed.table.source.TableSource;

/** A scan of tables, also if metadata answer it. */
public interface SourceScan {
  TableSource source();
}
