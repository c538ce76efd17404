package io.placed.spark.procedures;

import io.placed.spark.PlacedTables;
import io.placed.spark.version.TableCall.Parameter;
import io.placed.table.commit.AddFilesResult;
import java.io.IOException;
import java.util.List;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** {@code add_files(table, source)}. */
public final class AddFilesProcedure extends TableProcedure {
  private static final StructType RESULT =
      new StructType()
          .add("snapshot", DataTypes.LongType, false)
          .add("files_added", DataTypes.IntegerType, false)
          .add("files_listed_before", DataTypes.IntegerType, false)
          .add("rows", DataTypes.LongType, false)
          .add("bytes", DataTypes.LongType, false);

  public AddFilesProcedure() {
    super(
        "add_files",
        "Lists a file in a table's directory, or all files of a directory in it, as files of the"
            + " table",
        RESULT,
        Parameter.required("source", DataTypes.StringType));
  }

  @Override
  boolean changesTable(Arguments in, List<Object[]> result) {
    return true;
  }

  @Override
  List<Object[]> rows(String path, Arguments in) throws IOException {
    AddFilesResult r =
        PlacedTables.addFiles(SparkSession.active(), path, List.of(in.text("source")));
    Object[] row = {r.snapshot(), r.added().size(), r.listed().size(), r.rows(), r.bytes()};
    return List.<Object[]>of(row);
  }
}
