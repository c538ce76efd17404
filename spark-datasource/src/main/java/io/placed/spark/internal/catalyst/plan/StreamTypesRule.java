package io.placed.spark.internal.catalyst.plan;

import io.placed.spark.internal.catalyst.node.PlanNodes;
import io.placed.spark.internal.catalyst.node.Scala;
import io.placed.spark.internal.plan.LocatedTable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.AttributeReference;
import org.apache.spark.sql.catalyst.expressions.Cast;
import org.apache.spark.sql.catalyst.expressions.ExprId;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.rules.Rule;
import org.apache.spark.sql.catalyst.streaming.StreamingRelationV2;
import org.apache.spark.sql.catalyst.util.CharVarcharUtils;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import scala.PartialFunction;
import scala.Tuple2;
import scala.runtime.AbstractPartialFunction;

/**
 * Makes strings of the CHAR and VARCHAR columns of a stream that reads a table by its name, with
 * their lengths in the metadata. Spark does so for batches; of streams it refuses the plan, because
 * nothing but a catalog may have such types.
 */
public final class StreamTypesRule extends Rule<LogicalPlan> {

  /** In Scala 2.12, Spark asks for another kind of Seq than in 2.13. */
  @Override
  @SuppressWarnings({"unchecked", "rawtypes"})
  public LogicalPlan apply(LogicalPlan plan) {
    Strings strings = new Strings();
    LogicalPlan changed = plan.resolveOperatorsUpWithNewOutput((PartialFunction) strings);
    return strings.columns.isEmpty()
        ? plan
        : changed.resolveExpressions(new References(strings.columns));
  }

  /**
   * Conditions that were resolved together with the stream: they refer to columns without the
   * lengths, and Spark 4.1 casts CHAR to STRING there. Spark pads the other side of a comparison of
   * a column that has a length, and is not cast.
   */
  private static final class References extends AbstractPartialFunction<Expression, Expression> {
    private final Map<ExprId, AttributeReference> columns;

    References(Map<ExprId, AttributeReference> columns) {
      this.columns = columns;
    }

    @Override
    public boolean isDefinedAt(Expression e) {
      return e instanceof AttributeReference a && columns.containsKey(a.exprId()) || isOfString(e);
    }

    private boolean isOfString(Expression e) {
      return e instanceof Cast cast
          && cast.child() instanceof AttributeReference a
          && columns.containsKey(a.exprId())
          && cast.dataType() instanceof StringType
          && a.dataType() instanceof StringType;
    }

    @Override
    public Expression apply(Expression e) {
      AttributeReference a = (AttributeReference) (e instanceof Cast cast ? cast.child() : e);
      AttributeReference now = columns.get(a.exprId());
      return new AttributeReference(
          a.name(), now.dataType(), a.nullable(), now.metadata(), a.exprId(), a.qualifier());
    }
  }

  /** A stream with other columns, and pairs of a column and what has taken its place. */
  private static final class Strings
      extends AbstractPartialFunction<LogicalPlan, Tuple2<LogicalPlan, Object>> {
    private final Map<ExprId, AttributeReference> columns = new HashMap<>();

    @Override
    public boolean isDefinedAt(LogicalPlan node) {
      return node instanceof StreamingRelationV2 stream
          && PlanNodes.read(stream.table()) instanceof LocatedTable
          && Scala.list(stream.output()).stream()
              .anyMatch(a -> CharVarcharUtils.hasCharVarchar(a.dataType()));
    }

    @Override
    public Tuple2<LogicalPlan, Object> apply(LogicalPlan node) {
      StreamingRelationV2 stream = (StreamingRelationV2) node;
      List<AttributeReference> output = new ArrayList<>();
      List<Tuple2<Attribute, Attribute>> replaced = new ArrayList<>();
      for (Attribute a : Scala.list(stream.output())) {
        boolean becomesString = CharVarcharUtils.hasCharVarchar(a.dataType());
        AttributeReference now = becomesString ? asString(a) : (AttributeReference) a;
        output.add(now);
        if (becomesString) {
          replaced.add(new Tuple2<>(a, now));
          columns.put(now.exprId(), now);
        }
      }
      return new Tuple2<>(PlanNodes.withOutput(stream, output), Scala.seq(replaced));
    }

    private static AttributeReference asString(Attribute a) {
      StructField field = new StructField(a.name(), a.dataType(), a.nullable(), a.metadata());
      StructField now =
          CharVarcharUtils.replaceCharVarcharWithStringInSchema(
                  new StructType(new StructField[] {field}))
              .fields()[0];
      return new AttributeReference(
          now.name(), now.dataType(), now.nullable(), now.metadata(), a.exprId(), a.qualifier());
    }
  }
}
