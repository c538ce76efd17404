package io.placed.table.source;

import io.placed.schema.Schema;
import io.placed.table.snapshot.Snapshot;
import java.util.List;

/** A path of a read, the snapshot that it shows, and the files of it below the path. */
public record SourceRoot(
    String path,
    Snapshot snapshot,
    Schema schema,
    List<String> partitionColumns,
    List<SourceFile> files) {}
