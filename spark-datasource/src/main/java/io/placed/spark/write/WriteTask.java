package io.placed.spark.write;

import io.placed.spark.internal.Session;
import io.placed.table.partition.PartitionTransform;
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
 * @param required values of the rows that must not be null
 * @param fields partition fields, in the order of the directories
 * @param grouped whether the rows of a partition are together
 * @param settings of writing, complete
 * @param maxRecords maximum rows of a file; 0 = no limit
 */
record WriteTask(
    Session.Stores stores,
    String root,
    String commitId,
    StructType schema,
    List<String> names,
    RequiredValues required,
    List<Field> fields,
    boolean grouped,
    Map<String, String> settings,
    long maxRecords)
    implements Serializable {

  /**
   * A partition field.
   *
   * @param name key of the values
   * @param ordinal of the column
   */
  record Field(String name, int ordinal, PartitionTransform transform) implements Serializable {}
}
