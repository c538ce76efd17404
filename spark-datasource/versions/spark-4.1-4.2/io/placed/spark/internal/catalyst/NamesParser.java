package io.placed.spark.internal.catalyst;

import org.apache.spark.sql.catalyst.parser.ParameterContext;
import org.apache.spark.sql.catalyst.parser.ParseException;
import org.apache.spark.sql.catalyst.parser.ParserInterface;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;

/**
 * The parser of a session whose analyzer gets its rules for names first ({@link NameRules}); from
 * 4.1 on, a parser also replaces parameters.
 */
final class NamesParser extends ForwardingParser {
  NamesParser(ParserInterface parser, Runnable before) {
    super(parser, before);
  }

  @Override
  public LogicalPlan parsePlanWithParameters(String statement, ParameterContext parameters)
      throws ParseException {
    return parser().parsePlanWithParameters(statement, parameters);
  }
}
