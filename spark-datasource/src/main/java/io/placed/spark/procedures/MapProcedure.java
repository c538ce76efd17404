package io.placed.spark.procedures;

import io.placed.picture.map.MapDocument;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;

/** {@code map}: the layout of a table's files as an HTML page and as SVG, as {@code placed map}. */
public final class MapProcedure extends ReadingProcedure {
  private static final StructType RESULT =
      new StructType()
          .add("text", DataTypes.StringType, false)
          .add("html", DataTypes.StringType, false)
          .add("svg", DataTypes.StringType, false);

  public MapProcedure() {
    super("map", "Draws the layout of a table's files, and which bytes a query reads", RESULT);
  }

  @Override
  Object[] row(AskedRead read, Arguments in) throws IOException {
    MapDocument map = MapDocument.of(read.dataSet(), read.snapshot(), read.columns(), read.where());
    List<String> lines = new ArrayList<>(map.facts());
    lines.addAll(map.query());
    lines.addAll(map.notes());
    return new Object[] {
      UTF8String.fromString(String.join("\n", lines) + "\n"),
      UTF8String.fromString(map.html()),
      UTF8String.fromString(map.svg())
    };
  }
}
