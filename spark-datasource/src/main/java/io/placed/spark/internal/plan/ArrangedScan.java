package io.placed.spark.internal.plan;

import java.util.Optional;
import org.apache.spark.sql.connector.read.Scan;

/**
 * A scan whose tasks Spark may know to be partitioned or ordered, and to omit shuffles and sorts
 * for it.
 */
public interface ArrangedScan extends Scan {
  /**
   * The same scan with tasks of equal size, of which nothing is reported. Empty if nothing is
   * reported of this one, or its rows depend on its tasks.
   */
  Optional<Scan> balanced();
}
