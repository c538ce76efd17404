package io.placed.spark.read.task;

import io.placed.spark.read.source.SourceFile;
import java.io.Serializable;
import java.util.Map;

/**
 * Row groups of a file that one task reads.
 *
 * @param length of the file, in bytes
 * @param firstRowGroup first one
 * @param endRowGroup first one after it
 * @param rows of these row groups
 * @param bytes of these row groups
 * @param names as of {@link io.placed.table.file.DataFile#names}
 * @param identity as of {@link SourceFile#identity}
 */
public record FileSlice(
    String path,
    long length,
    int firstRowGroup,
    int endRowGroup,
    long rows,
    long bytes,
    Map<String, String> partition,
    Map<String, String> names,
    String identity)
    implements Serializable {}
