package io.placed.table.commit;

import java.util.Map;

/**
 * A batch of a stream; a table property stores the last one.
 *
 * @param stream id of the stream
 * @param number of the batch
 */
record StreamBatch(String stream, long number) {
  private static final String PREFIX = "placed.stream:";

  /** Whether a property of a table is about a stream. */
  static boolean isProperty(String name) {
    return name.startsWith(PREFIX);
  }

  String property() {
    return PREFIX + stream;
  }

  /**
   * @throws BatchCommittedException if this batch or a later one is committed
   */
  void requireNew(String path, Map<String, String> properties) throws BatchCommittedException {
    String last = properties.get(property());
    if (last != null && Long.parseLong(last) >= number) {
      throw new BatchCommittedException(path, stream, number, Long.parseLong(last));
    }
  }
}
