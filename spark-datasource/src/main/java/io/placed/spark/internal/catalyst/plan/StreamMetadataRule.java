package io.placed.spark.internal.catalyst.plan;

import io.placed.spark.internal.catalyst.node.NodeRule;
import io.placed.spark.internal.catalyst.node.PlanNodes;
import io.placed.spark.internal.catalyst.node.Scala;
import io.placed.spark.internal.decision.PlanDecisions;
import io.placed.spark.internal.decision.RuleOptions;
import java.util.List;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.streaming.StreamingRelationV2;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * Names the metadata columns of a stream in its options: before 4.2, Spark does not tell a scan of
 * a stream which columns it returns.
 */
public final class StreamMetadataRule extends NodeRule {
  public StreamMetadataRule(PlanDecisions decisions) {
    super(decisions);
  }

  @Override
  protected LogicalPlan replacement(LogicalPlan node) {
    if (!(node instanceof StreamingRelationV2 stream)) {
      return node;
    }
    List<String> columns = Scala.list(stream.output()).stream().map(a -> a.name()).toList();
    CaseInsensitiveStringMap options =
        RuleOptions.namingMetadata(stream.table(), columns, stream.extraOptions());
    return options == null ? node : PlanNodes.withOptions(stream, options);
  }
}
