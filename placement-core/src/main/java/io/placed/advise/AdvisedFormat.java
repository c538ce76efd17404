package io.placed.advise;

import io.placed.io.FileStores;
import java.io.IOException;
import java.util.Optional;

/**
 * A format of tables of others. Modules that can read such tables provide services (see {@link
 * java.util.ServiceLoader}).
 */
public interface AdvisedFormat {
  /** The format in messages, such as {@code Parquet}. */
  String text();

  /**
   * Opens a table if it is of this format, by its content.
   *
   * @param path of a file or directory that exists
   * @return empty if it is of another format
   * @throws IllegalArgumentException if it is of this format, but cannot be advised on; the message
   *     names the path
   */
  Optional<AdvisedSource> find(FileStores stores, String path) throws IOException;
}
