package io.placed.spark.internal.catalyst.name;

import io.placed.spark.internal.catalyst.node.Scala;
import org.apache.spark.sql.catalyst.FunctionIdentifier;
import org.apache.spark.sql.catalyst.TableIdentifier;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.parser.ParseException;
import org.apache.spark.sql.catalyst.parser.ParserInterface;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructType;
import scala.collection.immutable.Seq;

/** Spark's parser, which is asked for after something else is done. */
abstract class ForwardingParser implements ParserInterface {
  private final ParserInterface parser;
  private final Runnable before;

  ForwardingParser(ParserInterface parser, Runnable before) {
    this.parser = parser;
    this.before = before;
  }

  /** Spark's, ready to parse a text. */
  final ParserInterface parser() {
    before.run();
    return parser;
  }

  @Override
  public LogicalPlan parsePlan(String statement) throws ParseException {
    return parser().parsePlan(statement);
  }

  @Override
  public LogicalPlan parseQuery(String query) throws ParseException {
    return parser().parseQuery(query);
  }

  @Override
  public Expression parseExpression(String text) throws ParseException {
    return parser().parseExpression(text);
  }

  @Override
  public TableIdentifier parseTableIdentifier(String name) throws ParseException {
    return parser().parseTableIdentifier(name);
  }

  @Override
  public FunctionIdentifier parseFunctionIdentifier(String name) throws ParseException {
    return parser().parseFunctionIdentifier(name);
  }

  @Override
  public Seq<String> parseMultipartIdentifier(String name) throws ParseException {
    return Scala.seq(Scala.list(parser().parseMultipartIdentifier(name)));
  }

  @Override
  public StructType parseRoutineParam(String parameters) throws ParseException {
    return parser().parseRoutineParam(parameters);
  }

  @Override
  public StructType parseTableSchema(String columns) throws ParseException {
    return parser().parseTableSchema(columns);
  }

  @Override
  public DataType parseDataType(String type) throws ParseException {
    return parser().parseDataType(type);
  }
}
