package io.placed.spark.internal.catalyst.name;

import io.placed.spark.internal.catalyst.node.Scala;
import io.placed.spark.internal.catalyst.session.Sessions;
import io.placed.spark.internal.catalyst.table.CatalogTables;
import io.placed.spark.internal.catalyst.table.EvolutionCheck;
import io.placed.spark.internal.catalyst.table.EvolutionRule;
import io.placed.spark.internal.decision.PlanDecisions;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.SparkSessionExtensions;
import org.apache.spark.sql.catalyst.analysis.Analyzer;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.rules.Rule;

/**
 * Installs the rules for names of paths, before Spark looks up tables and reports missing ones: as
 * hint resolution rules.
 *
 * <p>In sessions with Hive, Spark before 4.0.5, 4.1.4 and 4.2.1 runs no such rules (SPARK-59081).
 * There, the analyzer is given them before its session's parser reads a text: names of paths come
 * in texts only, and a parser is what an extension gets to see first.
 */
public final class NameRules {
  /** The analyzer of sessions with Hive. */
  private static final String ANALYZER =
      "org.apache.spark.sql.hive.HiveSessionStateBuilder$$anon$1";

  private static final String RULES = "hintResolutionRules";

  private NameRules() {}

  public static void install(
      SparkSessionExtensions extensions, Function<SparkSession, PlanDecisions> decisions) {
    NamesParser.firstRules().forEach(rule -> extensions.injectHintResolutionRule(s -> rule));
    extensions.injectHintResolutionRule(s -> new PathNamesRule(decisions.apply(s)));
    extensions.injectHintResolutionRule(s -> new FunctionNamesRule(decisions.apply(s)));
    extensions.injectHintResolutionRule(
        s -> new EvolutionRule(decisions.apply(s), new CatalogTables(s), false));
    extensions.injectResolutionRule(
        s -> new EvolutionRule(decisions.apply(s), new CatalogTables(s), true));
    extensions.injectCheckRule(s -> new EvolutionCheck(decisions.apply(s)));
    extensions.injectParser(
        (session, parser) ->
            Sessions.hasHive(session) && !runsHintRules()
                ? new NamesParser(parser, new Completion(session, decisions))
                : parser);
  }

  /** Whether analyzers of sessions with Hive have the rules of extensions. */
  private static boolean runsHintRules() {
    try {
      Class<?> analyzer = Class.forName(ANALYZER, false, Analyzer.class.getClassLoader());
      return Arrays.stream(analyzer.getDeclaredMethods()).anyMatch(m -> m.getName().equals(RULES));
    } catch (ClassNotFoundException e) {
      return false;
    }
  }

  /** Gives the rules to a session's analyzer that has none. */
  private static final class Completion implements Runnable {
    private final SparkSession session;
    private final Function<SparkSession, PlanDecisions> decisions;

    /** To make an analyzer, other extensions may parse something. */
    private final ThreadLocal<Boolean> running = ThreadLocal.withInitial(() -> false);

    Completion(SparkSession session, Function<SparkSession, PlanDecisions> decisions) {
      this.session = session;
      this.decisions = decisions;
    }

    @Override
    public void run() {
      if (running.get()) {
        return;
      }
      running.set(true);
      try {
        complete(Sessions.state(session).analyzer());
      } finally {
        running.remove();
      }
    }

    /** Two threads may both do it: they set the same rules. */
    private void complete(Analyzer analyzer) {
      List<Rule<LogicalPlan>> rules = new ArrayList<>(Scala.list(analyzer.hintResolutionRules()));
      if (rules.stream().anyMatch(PathNamesRule.class::isInstance)) {
        return;
      }
      PlanDecisions decided = decisions.apply(session);
      rules.addAll(NamesParser.firstRules());
      rules.add(new PathNamesRule(decided));
      rules.add(new FunctionNamesRule(decided));
      rules.add(new EvolutionRule(decided, new CatalogTables(session), false));
      try {
        Field field = Analyzer.class.getDeclaredField(RULES);
        field.setAccessible(true);
        field.set(analyzer, Scala.seq(rules));
      } catch (ReflectiveOperationException | RuntimeException e) {
        throw new IllegalStateException(
            "this release of Spark runs no hint resolution rules in sessions with Hive"
                + " (SPARK-59081), and its analyzer cannot be given those of Placed: take Spark"
                + " 4.0.5, 4.1.4 or 4.2.1, or set spark.sql.catalogImplementation=in-memory",
            e);
      }
    }
  }
}
