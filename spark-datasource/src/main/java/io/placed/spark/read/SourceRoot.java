package io.placed.spark.read;

import io.placed.dataset.Snapshot;
import io.placed.schema.Schema;
import java.util.List;

/** A path of a read, the snapshot that it shows, and the files of it below the path. */
record SourceRoot(
    String path,
    Snapshot snapshot,
    Schema schema,
    List<String> partitionColumns,
    List<SourceFile> files) {}
