package io.placed.spark.internal.catalyst.table;

import io.placed.spark.internal.catalyst.node.Scala;
import java.util.List;
import org.apache.spark.sql.catalyst.plans.logical.ColumnDefinition;
import org.apache.spark.sql.catalyst.plans.logical.CreateTable;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.ReplaceTable;
import org.apache.spark.sql.catalyst.plans.logical.TableSpecBase;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.types.DataType;
import scala.collection.immutable.Seq;

/** The columns of a new table. */
record NewColumns(List<ColumnDefinition> all) {
  static NewColumns of(CreateTable create) {
    return new NewColumns(Scala.list(create.columns()));
  }

  static NewColumns of(ReplaceTable replace) {
    return new NewColumns(Scala.list(replace.columns()));
  }

  List<String> names() {
    return all.stream().map(ColumnDefinition::name).toList();
  }

  List<DataType> types() {
    return all.stream().map(ColumnDefinition::dataType).toList();
  }

  NewColumns ordered(List<Integer> order) {
    return new NewColumns(CreatingRule.inOrder(all, order));
  }

  /** The same statement with these columns. */
  LogicalPlan in(CreateTable create, Seq<Transform> partitioning, TableSpecBase spec) {
    return create.copy(create.name(), Scala.seq(all), partitioning, spec, create.ignoreIfExists());
  }

  LogicalPlan in(ReplaceTable replace, Seq<Transform> partitioning, TableSpecBase spec) {
    return replace.copy(replace.name(), Scala.seq(all), partitioning, spec, replace.orCreate());
  }
}
