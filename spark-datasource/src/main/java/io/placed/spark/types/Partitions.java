package io.placed.spark.types;

import io.placed.table.partition.PartitionSpec;
import io.placed.table.partition.PartitionTerm;
import io.placed.table.partition.PartitionTransform;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.apache.spark.sql.connector.expressions.Expression;
import org.apache.spark.sql.connector.expressions.Expressions;
import org.apache.spark.sql.connector.expressions.Literal;
import org.apache.spark.sql.connector.expressions.NamedReference;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.types.StructType;

/** Spark's transforms as partitionings of tables, and the other way round. */
public final class Partitions {
  private static final String TRUNCATION = "truncate[";

  private Partitions() {}

  /**
   * @throws IllegalArgumentException if one is not a transform of a top-level column, or not
   *     supported
   */
  public static PartitionSpec toSpec(Transform[] partitioning) {
    List<PartitionTerm> terms = new ArrayList<>();
    for (Transform t : partitioning) {
      terms.add(term(t));
    }
    return new PartitionSpec(terms);
  }

  private static PartitionTerm term(Transform t) {
    String column = null;
    String number = null;
    for (Expression e : t.arguments()) {
      if (e instanceof NamedReference r && r.fieldNames().length == 1 && column == null) {
        column = r.fieldNames()[0];
      } else if (e instanceof Literal<?> l && l.value() instanceof Integer && number == null) {
        number = l.value().toString();
      } else {
        throw unsupported(t, null);
      }
    }
    String name = t.name().toLowerCase(Locale.ROOT);
    if (column == null) {
      throw unsupported(t, null);
    }
    try {
      return new PartitionTerm(
          column,
          name.equals("identity") && number == null
              ? PartitionTransform.IDENTITY
              : PartitionSpec.transform(name, number));
    } catch (IllegalArgumentException e) {
      throw unsupported(t, e);
    }
  }

  private static IllegalArgumentException unsupported(Transform t, Exception cause) {
    return new IllegalArgumentException(
        "partitioning by "
            + t
            + " is not supported; allowed are columns, bucket(N, COLUMN), truncate(W, COLUMN),"
            + " years(COLUMN), months(COLUMN), days(COLUMN) and hours(COLUMN)",
        cause);
  }

  /**
   * How rows are partitioned that somebody writes to a table. Spark's catalog and its interfaces
   * for paths may know partition columns only: these mean the table's own partitioning if it has
   * the same columns, and transforms besides.
   *
   * @param said as Spark knows it
   * @param there as the table has it
   */
  public static PartitionSpec ofWrite(PartitionSpec said, PartitionSpec there) {
    boolean asColumns =
        there.hasTransforms() && !said.hasTransforms() && said.columns().equals(there.columns());
    return asColumns ? there : said;
  }

  public static Transform[] toTransforms(PartitionSpec spec) {
    return spec.terms().stream().map(Partitions::toTransform).toArray(Transform[]::new);
  }

  /** A term as Spark has it in CREATE TABLE; as an expression, it is the function of the name. */
  public static Transform toTransform(PartitionTerm term) {
    String column = SparkTypes.quoted(term.column());
    int number = term.transform().parameter();
    return switch (term.transform().kind()) {
      case IDENTITY -> Expressions.identity(column);
      case BUCKET -> Expressions.bucket(number, column);
      case TRUNCATE ->
          Expressions.apply("truncate", Expressions.literal(number), Expressions.column(column));
      case YEAR -> Expressions.years(column);
      case MONTH -> Expressions.months(column);
      case DAY -> Expressions.days(column);
      case HOUR -> Expressions.hours(column);
    };
  }

  /**
   * A term as a key of the partitions that a scan reports. Of functions other than {@code bucket}
   * Spark compares the names and not the numbers, so the width of a truncation is in the name.
   */
  public static Transform toKey(PartitionTerm term) {
    if (term.transform().kind() != PartitionTransform.Kind.TRUNCATE) {
      return toTransform(term);
    }
    return Expressions.apply(
        TRUNCATION + term.transform().parameter() + "]",
        Expressions.column(SparkTypes.quoted(term.column())));
  }

  /**
   * The width in the name of a function of {@link #toKey}.
   *
   * @return 0 if it is another function
   */
  public static int widthOf(String function) {
    if (!function.matches("truncate\\[[1-9][0-9]{0,9}]")) {
      return 0;
    }
    long width = Long.parseLong(function.substring(TRUNCATION.length(), function.length() - 1));
    return width <= Integer.MAX_VALUE ? (int) width : 0;
  }

  /** The same with column names as in a schema, ignoring case if Spark does. */
  public static Transform[] resolved(
      Transform[] partitioning, StructType schema, boolean caseSensitive) {
    return toTransforms(resolved(toSpec(partitioning), schema.fieldNames(), caseSensitive));
  }

  /** The same with column names as in a list, ignoring case if Spark does. */
  public static PartitionSpec resolved(PartitionSpec spec, String[] names, boolean caseSensitive) {
    return spec.renamed(
        column ->
            Arrays.stream(names)
                .filter(n -> caseSensitive ? n.equals(column) : n.equalsIgnoreCase(column))
                .findFirst()
                .orElse(column));
  }
}
