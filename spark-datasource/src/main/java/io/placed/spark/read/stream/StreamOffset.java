package io.placed.spark.read.stream;

import io.placed.table.stream.StreamPosition;
import org.apache.spark.sql.connector.read.streaming.Offset;

/** A stream position as an offset of Spark. */
final class StreamOffset extends Offset {
  private final StreamPosition position;

  StreamOffset(StreamPosition position) {
    this.position = position;
  }

  static StreamPosition position(Offset offset) {
    return ((StreamOffset) offset).position;
  }

  @Override
  public String json() {
    return position.toJson();
  }
}
