package io.placed.spark.internal.plan;

import io.placed.spark.options.JoinKeys;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.connector.read.SupportsRuntimeV2Filtering;

/** A scan that takes keys of joins. */
public interface KeyedScan extends Scan, SupportsRuntimeV2Filtering {
  /** The same scan that takes some keys only. */
  Scan taking(JoinKeys keys);
}
