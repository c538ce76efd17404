package io.placed.table.stream;

import com.google.gson.Gson;
import com.google.gson.JsonSyntaxException;

/**
 * How far a stream has read: so many files of what a snapshot added, or of all that it lists.
 *
 * @param snapshot id; 0 = before the first
 * @param files of it that were read, in the order of their paths
 * @param initial whether all files of the snapshot count, with which the stream began, and not just
 *     those that it added
 * @param commit the snapshot's commit: a table that was dropped and created again has others under
 *     the same ids. Null before the first snapshot, and in positions that older versions stored
 */
public record StreamPosition(long snapshot, int files, boolean initial, String commit) {

  /** Before the first snapshot. */
  static final StreamPosition NONE = new StreamPosition(0, 0, false, null);

  /** Behind all files that a snapshot added. */
  public static StreamPosition after(long snapshot, String commit) {
    return new StreamPosition(snapshot, Integer.MAX_VALUE, false, commit);
  }

  /**
   * @throws IllegalArgumentException if the JSON is not what {@link #toJson} writes
   */
  public static StreamPosition parse(String json) {
    try {
      StreamPosition p = new Gson().fromJson(json, StreamPosition.class);
      if (p != null && p.snapshot >= 0 && p.files >= 0) {
        return p;
      }
    } catch (JsonSyntaxException e) {
      throw new IllegalArgumentException("not an offset of a placed stream: " + json, e);
    }
    throw new IllegalArgumentException("not an offset of a placed stream: " + json);
  }

  /** Equal positions have equal texts, which engines compare; null is left out. */
  public String toJson() {
    return new Gson().toJson(this);
  }
}
