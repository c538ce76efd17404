package io.placed.spark.procedures;

import io.placed.spark.PlacedTables;
import io.placed.spark.version.TableCall.Parameter;
import io.placed.table.snapshot.Tag;
import java.io.IOException;
import java.util.List;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;

/** {@code create_tag(table, tag, snapshot, replace)}. */
public final class CreateTagProcedure extends TableProcedure {
  private static final StructType RESULT =
      new StructType()
          .add("tag", DataTypes.StringType, false)
          .add("snapshot", DataTypes.LongType, false);

  public CreateTagProcedure() {
    super(
        "create_tag",
        "Gives a snapshot a name, by which vacuums keep it",
        RESULT,
        Parameter.required("tag", DataTypes.StringType),
        optional("snapshot"),
        new Parameter("replace", DataTypes.BooleanType, "false"));
  }

  @Override
  List<Object[]> rows(String path, Arguments in) throws IOException {
    Tag tag =
        PlacedTables.createTag(
            SparkSession.active(),
            path,
            in.text("tag"),
            in.textOrNull("snapshot"),
            in.bool("replace"));
    Object[] row = {UTF8String.fromString(tag.name()), tag.snapshot()};
    return List.<Object[]>of(row);
  }
}
