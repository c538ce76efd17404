package io.placed.spark.read;

import io.placed.dataset.DataFile;
import io.placed.dataset.Snapshot;
import java.util.Map;

/**
 * A file of a source.
 *
 * @param path the whole path
 * @param snapshot in whose schema the file's statistics are
 * @param partition value as text by partition column, null for a missing one
 */
public record SourceFile(
    String path, DataFile file, Snapshot snapshot, Map<String, String> partition) {}
