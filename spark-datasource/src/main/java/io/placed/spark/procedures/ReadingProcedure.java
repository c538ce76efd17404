package io.placed.spark.procedures;

import io.placed.predicate.Predicate;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.spark.PlacedTables;
import io.placed.spark.internal.Session;
import io.placed.table.DataSet;
import io.placed.table.snapshot.Snapshot;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** A procedure that shows what a query would read of a table, without running it. */
abstract class ReadingProcedure extends TableProcedure {
  /**
   * A query of one table.
   *
   * @param columns null for all
   * @param where null for all rows
   */
  record AskedRead(DataSet dataSet, Snapshot snapshot, List<String> columns, Predicate where) {
    /** As the command line takes it; null for all rows. */
    String condition() {
      return where == null ? null : where.toString();
    }
  }

  /**
   * @param more parameters after those of the query
   */
  ReadingProcedure(String name, String description, StructType result, Parameter... more) {
    super(
        name,
        description,
        result,
        Stream.concat(
                Stream.of(
                    new Parameter(
                        "columns", DataTypes.createArrayType(DataTypes.StringType), "NULL"),
                    optional("where"),
                    optional("snapshot"),
                    optional("as_of")),
                Stream.of(more))
            .toArray(Parameter[]::new));
  }

  abstract Object[] row(AskedRead read, Arguments in) throws IOException;

  @Override
  final List<Object[]> rows(String path, Arguments in) throws IOException {
    DataSet dataSet = DataSet.at(Session.active().stores(Map.of()), path);
    Snapshot snapshot =
        PlacedTables.snapshot(
            SparkSession.active(), path, in.textOrNull("snapshot"), in.timeOrNull("as_of"));
    AskedRead read =
        new AskedRead(
            dataSet,
            snapshot,
            named(in.textsOrNull("columns"), snapshot.schema()),
            WhereArgument.of(dataSet, snapshot, in));
    return List.<Object[]>of(row(read, in));
  }

  /** Columns as the schema spells them; those that it does not have as they are given. */
  private static List<String> named(List<String> columns, Schema schema) {
    if (columns == null || Session.active().caseSensitive()) {
      return columns;
    }
    List<String> out = new ArrayList<>();
    for (String column : columns) {
      List<String> same =
          schema.fields().stream()
              .map(Field::name)
              .filter(name -> name.equalsIgnoreCase(column))
              .toList();
      out.add(same.size() == 1 ? same.get(0) : column);
    }
    return out;
  }
}
