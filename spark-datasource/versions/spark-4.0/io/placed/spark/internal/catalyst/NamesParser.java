package io.placed.spark.internal.catalyst;

import org.apache.spark.sql.catalyst.parser.ParserInterface;

/** A parser of Spark 4.0. */
final class NamesParser extends ForwardingParser {
  NamesParser(ParserInterface parser, Runnable before) {
    super(parser, before);
  }
}
