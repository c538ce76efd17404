package io.placed.spark.procedures;

import io.placed.dataset.DataFile;
import io.placed.io.PathNames;
import io.placed.spark.PlacedTables;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.catalog.procedures.ProcedureParameter;
import org.apache.spark.sql.connector.catalog.procedures.SimpleProcedure;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;

/** {@code files(path)}. */
public final class FilesProcedure implements SimpleProcedure {
  private static final StructType RESULT =
      new StructType()
          .add("file", DataTypes.StringType, false)
          .add("partition", DataTypes.StringType, false)
          .add("rows", DataTypes.LongType, false)
          .add("bytes", DataTypes.LongType, false)
          .add("row_groups", DataTypes.IntegerType, false)
          .add("siblings", DataTypes.IntegerType, false)
          .add("foreign", DataTypes.BooleanType, false);

  @Override
  public String name() {
    return "files";
  }

  @Override
  public String description() {
    return "Shows the files of a table, as its newest snapshot lists them";
  }

  @Override
  public boolean isDeterministic() {
    return false;
  }

  @Override
  public ProcedureParameter[] parameters() {
    return new ProcedureParameter[] {
      ProcedureParameter.in("path", DataTypes.StringType).build(),
    };
  }

  @Override
  public Iterator<Scan> call(InternalRow in) {
    List<Object[]> rows = new ArrayList<>();
    try {
      for (DataFile f : PlacedTables.files(SparkSession.active(), Call.path(in))) {
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
    } catch (IOException e) {
      throw new UncheckedIOException(e.getMessage(), e);
    }
    return Call.result(RESULT, rows);
  }
}
