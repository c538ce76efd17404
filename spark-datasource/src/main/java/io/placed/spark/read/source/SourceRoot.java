package io.placed.spark.read.source;

import io.placed.schema.Schema;
import io.placed.table.snapshot.Snapshot;
import java.util.List;

/** A path of a read, the snapshot that it shows, and the files of it below the path. */
record SourceRoot(
    String path,
    Snapshot snapshot,
    Schema schema,
    List<String> partitionColumns,
    List<SourceFile> files) {}
