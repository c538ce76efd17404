package io.placed.spark.read;

import io.placed.aggregate.Aggregate;
import io.placed.aggregate.Aggregator;
import io.placed.expression.Expression;
import io.placed.schema.Schema;
import io.placed.schema.TypeKind;
import io.placed.spark.SparkTypes;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.sql.connector.expressions.NamedReference;
import org.apache.spark.sql.connector.expressions.aggregate.AggregateFunc;
import org.apache.spark.sql.connector.expressions.aggregate.Aggregation;
import org.apache.spark.sql.connector.expressions.aggregate.Count;
import org.apache.spark.sql.connector.expressions.aggregate.CountStar;
import org.apache.spark.sql.connector.expressions.aggregate.Max;
import org.apache.spark.sql.connector.expressions.aggregate.Min;
import org.apache.spark.sql.connector.expressions.aggregate.Sum;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * Spark's aggregates in our own form, all of them or none: one that Spark has to compute itself
 * needs the rows anyway.
 *
 * <p>Spark offers arithmetic only in ANSI mode, where overflow is an error; so it is here.
 */
final class AggregateTranslator {
  private final StructType schema;
  private final boolean caseSensitive;
  private final ExpressionTranslator expressions;

  AggregateTranslator(StructType schema, boolean caseSensitive) {
    this.schema = schema;
    this.caseSensitive = caseSensitive;
    this.expressions =
        new ExpressionTranslator(new ColumnTypes(schema, caseSensitive), ColumnRanges.NONE);
  }

  /**
   * What is computed below Spark.
   *
   * @param groupBy columns of the table
   */
  record Translated(List<String> groupBy, List<Aggregate> aggregates) {

    /** The columns that are needed. */
    StructType input(StructType table) {
      Set<String> names = new LinkedHashSet<>(groupBy);
      aggregates.forEach(a -> names.addAll(a.columns()));
      StructType input = new StructType();
      for (String name : names) {
        input = input.add(table.apply(name));
      }
      return input;
    }
  }

  /** Empty if Spark has to do it. */
  Optional<Translated> translate(Aggregation aggregation) {
    List<String> groupBy = new ArrayList<>();
    for (var e : aggregation.groupByExpressions()) {
      StructField field = e instanceof NamedReference ref ? field(ref) : null;
      if (field == null || !groups(field.dataType())) {
        return Optional.empty();
      }
      groupBy.add(field.name());
    }
    List<Aggregate> aggregates = new ArrayList<>();
    for (AggregateFunc f : aggregation.aggregateExpressions()) {
      try {
        Aggregate a = aggregate(f);
        if (a == null) {
          return Optional.empty();
        }
        aggregates.add(a);
      } catch (IllegalArgumentException e) {
        // Not computed here: a type or an operation that only Spark knows.
        return Optional.empty();
      }
    }
    Translated translated = new Translated(groupBy, aggregates);
    try {
      Schema input = SparkTypes.toSchema(translated.input(schema));
      new Aggregator(input, groupBy, aggregates, true);
    } catch (IllegalArgumentException e) {
      // Not computed here: a type or an operation that only Spark knows.
      return Optional.empty();
    }
    return Optional.of(translated);
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
      // AVG comes as SUM and COUNT, but Spark's own adds up doubles, which have room for more.
      boolean mayOverflow = sum != null && sum.argument().type().kind() == TypeKind.INT64;
      return mayOverflow ? null : sum;
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

  /** Null unless it is a column of the table itself. */
  private StructField field(NamedReference ref) {
    if (ref.fieldNames().length != 1) {
      return null;
    }
    for (StructField f : schema.fields()) {
      String name = ref.fieldNames()[0];
      if (caseSensitive ? f.name().equals(name) : f.name().equalsIgnoreCase(name)) {
        return f;
      }
    }
    return null;
  }

  /** Other collations than bytes order and equate strings in their own way. */
  private static boolean compares(DataType type) {
    return !(type instanceof StringType s) || s.isUTF8BinaryCollation();
  }

  /** Zeros of both signs are one group for Spark, and NaNs of all kinds. */
  private static boolean groups(DataType type) {
    if (!compares(type)) {
      return false;
    }
    return switch (SparkTypes.toType(type, "group").kind()) {
      case FLOAT, DOUBLE, STRUCT, LIST, MAP -> false;
      default -> true;
    };
  }
}
