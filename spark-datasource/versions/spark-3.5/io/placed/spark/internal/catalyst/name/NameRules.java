package io.placed.spark.internal.catalyst.name;

import io.placed.spark.internal.decision.PlanDecisions;
import java.util.function.Function;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.SparkSessionExtensions;

/** Names of paths need no rules: they are those of a catalog. Procedures have no names here. */
public final class NameRules {
  private NameRules() {}

  public static void install(
      SparkSessionExtensions extensions, Function<SparkSession, PlanDecisions> decisions) {
    extensions.injectParser((session, parser) -> new CallRefusal(parser));
  }
}
