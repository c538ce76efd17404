package io.placed.advise.workload;

import io.placed.io.FileStores;
import java.io.IOException;
import java.util.List;

/**
 * A kind of sources of workloads. Engines provide those that need the engine as services (see
 * {@link java.util.ServiceLoader}).
 */
public interface WorkloadSource {
  /** The kind in messages, such as {@code Spark event log}. */
  String kind();

  /**
   * Whether a file or directory is of this kind.
   *
   * @param head the first bytes of the file as UTF-8, empty for a directory
   */
  boolean reads(FileStores stores, String path, String head) throws IOException;

  /**
   * Loads the queries of some tables.
   *
   * @return one per table, in the same order
   */
  List<LoadedWorkload> load(FileStores stores, String path, List<WorkloadTable> tables)
      throws IOException;
}
