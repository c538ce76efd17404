package io.placed.spark.procedures;

import io.placed.spark.PlacedTables;
import io.placed.spark.version.TableCall.Parameter;
import java.io.IOException;
import java.util.List;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** {@code delete_tag(table, tag)}: no rows. */
public final class DeleteTagProcedure extends TableProcedure {
  public DeleteTagProcedure() {
    super(
        "delete_tag",
        "Removes the name of a snapshot",
        new StructType(),
        Parameter.required("tag", DataTypes.StringType));
  }

  @Override
  List<Object[]> rows(String path, Arguments in) throws IOException {
    PlacedTables.deleteTag(SparkSession.active(), path, in.text("tag"));
    return List.of();
  }
}
