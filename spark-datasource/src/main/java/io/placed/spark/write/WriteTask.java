package io.placed.spark.write;

import io.placed.spark.internal.Session;
import io.placed.table.partition.PartitionTransform;
import io.placed.write.FileSequence;
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
 * @param fileBytes about the size of a file; 0 = no limit
 * @param wholeRowGroups whether files end by size only where a row group does
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
    long maxRecords,
    long fileBytes,
    boolean wholeRowGroups)
    implements Serializable {

  FileSequence.Limit limit() {
    return new FileSequence.Limit(fileBytes, wholeRowGroups);
  }

  /**
   * A partition field.
   *
   * @param name key of the values
   * @param ordinal of the column
   */
  record Field(String name, int ordinal, PartitionTransform transform) implements Serializable {}
}
