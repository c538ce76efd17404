package io.placed.spark.read.translate;

import io.placed.aggregate.Aggregate;
import io.placed.aggregate.Aggregator;
import io.placed.expression.Expression;
import io.placed.expression.Range;
import io.placed.schema.TypeKind;
import io.placed.spark.types.SparkTypes;
import io.placed.table.plan.ColumnRanges;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.sql.connector.expressions.aggregate.AggregateFunc;
import org.apache.spark.sql.connector.expressions.aggregate.Aggregation;
import org.apache.spark.sql.connector.expressions.aggregate.Count;
import org.apache.spark.sql.connector.expressions.aggregate.CountStar;
import org.apache.spark.sql.connector.expressions.aggregate.Max;
import org.apache.spark.sql.connector.expressions.aggregate.Min;
import org.apache.spark.sql.connector.expressions.aggregate.Sum;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * Translates Spark's aggregates, all of them or none: if Spark has to compute one itself, it needs
 * all rows anyway.
 *
 * <p>Spark pushes arithmetic only in ANSI mode, where overflow is an error, so it is an error here
 * too.
 */
public final class AggregateTranslator {
  private final StructType schema;
  private final ExpressionTranslator expressions;
  private final long rows;

  /**
   * @param ranges of the values of columns
   * @param rows of the table
   */
  public AggregateTranslator(
      StructType schema, boolean caseSensitive, ColumnRanges ranges, long rows) {
    this.schema = schema;
    this.expressions = new ExpressionTranslator(new ColumnTypes(schema, caseSensitive), ranges);
    this.rows = rows;
  }

  /** An aggregation that is computed by the core. */
  public record Translated(List<Expression> groupBy, List<Aggregate> aggregates) {

    /** The columns that are needed. */
    public StructType input(StructType table) {
      Set<Expression.Reference> references = new LinkedHashSet<>();
      groupBy.forEach(e -> e.collectReferences(references));
      Set<String> names = new LinkedHashSet<>();
      references.forEach(r -> names.add(r.path().get(0)));
      aggregates.forEach(a -> names.addAll(a.columns()));
      StructType input = new StructType();
      for (StructField f : table.fields()) {
        if (names.contains(f.name())) {
          input = input.add(f);
        }
      }
      return input;
    }
  }

  /** Empty if Spark has to aggregate. */
  public Optional<Translated> translate(Aggregation aggregation) {
    List<Expression> groupBy = new ArrayList<>();
    List<Aggregate> aggregates = new ArrayList<>();
    try {
      for (var e : aggregation.groupByExpressions()) {
        groupBy.add(expressions.translateAsIs(e));
      }
      for (AggregateFunc f : aggregation.aggregateExpressions()) {
        aggregates.add(aggregate(f));
      }
      if (groupBy.contains(null) || aggregates.contains(null)) {
        return Optional.empty();
      }
      Translated translated = new Translated(groupBy, aggregates);
      // Refuses types and operations that the core does not support.
      new Aggregator(SparkTypes.toSchema(translated.input(schema)), groupBy, aggregates, true);
      return Optional.of(translated);
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private Aggregate aggregate(AggregateFunc f) {
    if (f instanceof CountStar) {
      return Aggregate.countRows();
    }
    if (f instanceof Count c && !c.isDistinct()) {
      return of(Aggregate.Function.COUNT, c.column());
    }
    if (f instanceof Sum s && !s.isDistinct()) {
      Aggregate sum = of(Aggregate.Function.SUM, s.column());
      return sum == null || mayOverflow(sum.argument()) ? null : sum;
    }
    if (f instanceof Min m) {
      return of(Aggregate.Function.MIN, m.column());
    }
    return f instanceof Max m ? of(Aggregate.Function.MAX, m.column()) : null;
  }

  private Aggregate of(
      Aggregate.Function function, org.apache.spark.sql.connector.expressions.Expression e) {
    Expression argument = expressions.translateAsIs(e);
    return argument == null ? null : Aggregate.of(function, argument);
  }

  /**
   * Whether a sum of bigint may overflow in some order of addition, based on the range of values
   * and the number of rows. This includes AVG, which is pushed as SUM and COUNT, while Spark's own
   * adds doubles and never fails.
   */
  private boolean mayOverflow(Expression argument) {
    if (argument.type().kind() != TypeKind.INT64) {
      return false;
    }
    Range values = argument.range();
    BigInteger most = values.low().abs().max(values.high().abs());
    return most.multiply(BigInteger.valueOf(Math.max(1, rows))).bitLength() >= Long.SIZE;
  }
}
