package io.placed.spark.internal.catalyst.table;

import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.sql.catalyst.plans.logical.CreateTable;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.ReplaceTable;
import org.apache.spark.sql.catalyst.plans.logical.TableSpecBase;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import scala.collection.immutable.Seq;

/** The columns of a new table, which Spark 3.5 has as a struct. */
record NewColumns(StructType all) {
  static NewColumns of(CreateTable create) {
    return new NewColumns(create.tableSchema());
  }

  static NewColumns of(ReplaceTable replace) {
    return new NewColumns(replace.tableSchema());
  }

  List<String> names() {
    return List.of(all.fieldNames());
  }

  List<DataType> types() {
    return Stream.of(all.fields()).map(StructField::dataType).toList();
  }

  NewColumns ordered(List<Integer> order) {
    List<StructField> fields = CreatingRule.inOrder(List.of(all.fields()), order);
    return new NewColumns(new StructType(fields.toArray(StructField[]::new)));
  }

  /** The same statement with these columns. */
  LogicalPlan in(CreateTable create, Seq<Transform> partitioning, TableSpecBase spec) {
    return create.copy(create.name(), all, partitioning, spec, create.ignoreIfExists());
  }

  LogicalPlan in(ReplaceTable replace, Seq<Transform> partitioning, TableSpecBase spec) {
    return replace.copy(replace.name(), all, partitioning, spec, replace.orCreate());
  }
}
