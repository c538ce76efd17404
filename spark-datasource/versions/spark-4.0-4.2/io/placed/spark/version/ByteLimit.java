package io.placed.spark.version;

import org.apache.spark.sql.connector.read.streaming.ReadLimit;
import org.apache.spark.sql.connector.read.streaming.ReadMaxBytes;

/** The limit of bytes of a batch of a stream. */
public final class ByteLimit {
  private ByteLimit() {}

  public static ReadLimit of(long bytes) {
    return ReadLimit.maxBytes(bytes);
  }

  /** Null if it is another limit. */
  public static Long bytes(ReadLimit limit) {
    return limit instanceof ReadMaxBytes b ? Long.valueOf(b.maxBytes()) : null;
  }
}
