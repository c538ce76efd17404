package io.placed.spark.internal.catalyst;

import org.apache.spark.sql.catalyst.parser.ParserInterface;

/** The parser of a session whose analyzer gets its rules for names first ({@link NameRules}). */
final class NamesParser extends ForwardingParser {
  NamesParser(ParserInterface parser, Runnable before) {
    super(parser, before);
  }
}
