package io.placed.spark.version;

import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.read.LocalScan;
import org.apache.spark.sql.types.DataType;

/** A procedure that {@code CALL} runs, where Spark has it. */
public interface TableCall {
  String name();

  String description();

  List<Parameter> parameters();

  /**
   * Runs the procedure.
   *
   * @param arguments by position, in Spark's internal form
   * @return the rows of the result
   */
  LocalScan call(InternalRow arguments);

  /**
   * A parameter.
   *
   * @param otherwise its default value, in SQL; null if an argument is required
   */
  record Parameter(String name, DataType type, String otherwise) {
    public static Parameter required(String name, DataType type) {
      return new Parameter(name, type, null);
    }
  }
}
