package io.placed.spark.read.stream;

import com.google.gson.Gson;
import com.google.gson.JsonSyntaxException;
import org.apache.spark.sql.connector.read.streaming.Offset;

/** How far a stream has read: so many files of what a snapshot added, or of all that it lists. */
final class StreamOffset extends Offset {
  private final Position position;

  /**
   * @param snapshot id; 0 = before the first
   * @param files of it that were read, in the order of their paths
   * @param initial whether all files of the snapshot are meant, with which the stream began
   */
  record Position(long snapshot, int files, boolean initial) {}

  StreamOffset(long snapshot, int files, boolean initial) {
    this.position = new Position(snapshot, files, initial);
  }

  static StreamOffset parse(String json) {
    try {
      Position p = new Gson().fromJson(json, Position.class);
      if (p != null && p.snapshot() >= 0 && p.files() >= 0) {
        return new StreamOffset(p.snapshot(), p.files(), p.initial());
      }
    } catch (JsonSyntaxException e) {
      throw new IllegalArgumentException("not an offset of a placed stream: " + json, e);
    }
    throw new IllegalArgumentException("not an offset of a placed stream: " + json);
  }

  long snapshot() {
    return position.snapshot();
  }

  int files() {
    return position.files();
  }

  boolean initial() {
    return position.initial();
  }

  @Override
  public String json() {
    return new Gson().toJson(position);
  }
}
