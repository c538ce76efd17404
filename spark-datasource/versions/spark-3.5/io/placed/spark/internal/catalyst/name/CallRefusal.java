package io.placed.spark.internal.catalyst.name;

import io.placed.spark.internal.Errors;
import io.placed.spark.internal.catalyst.node.Scala;
import java.util.regex.Pattern;
import org.apache.spark.sql.catalyst.FunctionIdentifier;
import org.apache.spark.sql.catalyst.TableIdentifier;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.parser.ParseException;
import org.apache.spark.sql.catalyst.parser.ParserInterface;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructType;
import scala.collection.immutable.Seq;

/**
 * Spark's parser, with another error for {@code CALL placed.…}, a statement that Spark 3.5 does not
 * have.
 */
final class CallRefusal implements ParserInterface {
  private static final Pattern CALL =
      Pattern.compile("\\s*call\\s+`?placed`?\\s*\\..*", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  private final ParserInterface parser;

  CallRefusal(ParserInterface parser) {
    this.parser = parser;
  }

  @Override
  public LogicalPlan parsePlan(String statement) throws ParseException {
    try {
      return parser.parsePlan(statement);
    } catch (ParseException e) {
      if (CALL.matcher(statement).matches()) {
        throw Errors.analysis(
            "CALL needs Spark 4.0 or later; in Spark 3.5, the methods of"
                + " io.placed.spark.PlacedTables do the same",
            e);
      }
      throw e;
    }
  }

  @Override
  public LogicalPlan parseQuery(String query) throws ParseException {
    return parser.parseQuery(query);
  }

  @Override
  public Expression parseExpression(String text) throws ParseException {
    return parser.parseExpression(text);
  }

  @Override
  public TableIdentifier parseTableIdentifier(String name) throws ParseException {
    return parser.parseTableIdentifier(name);
  }

  @Override
  public FunctionIdentifier parseFunctionIdentifier(String name) throws ParseException {
    return parser.parseFunctionIdentifier(name);
  }

  @Override
  public Seq<String> parseMultipartIdentifier(String name) throws ParseException {
    return Scala.seq(Scala.list(parser.parseMultipartIdentifier(name)));
  }

  @Override
  public StructType parseTableSchema(String columns) throws ParseException {
    return parser.parseTableSchema(columns);
  }

  @Override
  public DataType parseDataType(String type) throws ParseException {
    return parser.parseDataType(type);
  }
}
