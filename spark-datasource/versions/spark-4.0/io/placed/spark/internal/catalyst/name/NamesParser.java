package io.placed.spark.internal.catalyst.name;

import java.util.List;
import org.apache.spark.sql.catalyst.parser.ParserInterface;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.rules.Rule;

/** The parser of a session whose analyzer gets its rules for names first ({@link NameRules}). */
final class NamesParser extends ForwardingParser {
  NamesParser(ParserInterface parser, Runnable before) {
    super(parser, before);
  }

  /** Rules of this release that come before those for names. */
  static List<Rule<LogicalPlan>> firstRules() {
    return List.of(new CallParametersRule());
  }
}
