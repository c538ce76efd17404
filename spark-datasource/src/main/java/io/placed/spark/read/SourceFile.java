package io.placed.spark.read;

import io.placed.dataset.DataFile;
import io.placed.schema.Schema;
import java.util.Map;

/**
 * A file of a source.
 *
 * @param path the whole path
 * @param file whose columns have the names of the schema
 * @param schema in whose types the file's statistics are
 * @param partition value as text by partition column, null for null; without those columns that the
 *     file's directories do not give
 */
public record SourceFile(
    String path, DataFile file, Schema schema, Map<String, String> partition) {}
