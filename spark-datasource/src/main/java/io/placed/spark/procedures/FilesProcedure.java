package io.placed.spark.procedures;

import io.placed.io.PathNames;
import io.placed.spark.PlacedTables;
import io.placed.table.file.DataFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;

/** {@code files(path)}. */
public final class FilesProcedure extends TableProcedure {
  private static final StructType RESULT =
      new StructType()
          .add("file", DataTypes.StringType, false)
          .add("partition", DataTypes.StringType, false)
          .add("rows", DataTypes.LongType, false)
          .add("bytes", DataTypes.LongType, false)
          .add("row_groups", DataTypes.IntegerType, false)
          .add("siblings", DataTypes.IntegerType, false)
          .add("foreign", DataTypes.BooleanType, false);

  public FilesProcedure() {
    super("files", "Shows the files of a table in its latest snapshot", RESULT);
  }

  @Override
  List<Object[]> rows(String path, Arguments in) throws IOException {
    List<Object[]> rows = new ArrayList<>();
    for (DataFile f : PlacedTables.files(SparkSession.active(), path)) {
      rows.add(
          new Object[] {
            UTF8String.fromString(f.path()),
            UTF8String.fromString(PathNames.partitionPath(f.partition())),
            f.rows(),
            f.totalLength(),
            f.rowGroups().size(),
            f.siblings().size(),
            f.foreign()
          });
    }
    return rows;
  }
}
