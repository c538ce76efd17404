package io.placed.spark.write;

import io.placed.spark.internal.Session;
import java.io.Serializable;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.types.StructType;

/**
 * The serializable input of a writing task.
 *
 * @param root directory of the data set
 * @param schema of the incoming rows
 * @param names of the columns in the table, if they differ in case
 * @param partitionColumns positions in the schema, in the order of the directories
 * @param settings of writing, complete
 * @param maxRecords maximum rows of a file; 0 = no limit
 */
record WriteTask(
    Session.Stores stores,
    String root,
    String commitId,
    StructType schema,
    List<String> names,
    int[] partitionColumns,
    Map<String, String> settings,
    long maxRecords)
    implements Serializable {}
