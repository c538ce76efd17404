package io.placed.spark.version;

import org.apache.spark.sql.connector.read.streaming.ReadLimit;

/** The limit of bytes of a batch of a stream; Spark 3.5 passes on what it does not know. */
public record ByteLimit(long bytes) implements ReadLimit {
  public static ReadLimit of(long bytes) {
    return new ByteLimit(bytes);
  }

  /** Null if it is another limit. */
  public static Long bytes(ReadLimit limit) {
    return limit instanceof ByteLimit b ? Long.valueOf(b.bytes()) : null;
  }
}
