package io.placed.spark.internal.catalyst;

import io.placed.spark.internal.PlanDecisions;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.SparkSessionExtensions;
import org.apache.spark.sql.catalyst.analysis.Analyzer;
import org.apache.spark.sql.catalyst.parser.ParserInterface;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.rules.Rule;

/**
 * Installs the rules for names of paths, before Spark looks up tables and reports missing ones: as
 * hint resolution rules.
 *
 * <p>In sessions with Hive, some releases run no such rules (SPARK-59081: 4.2.0 does not, 4.2.1
 * does). They are given to the analyzer of such a session before its parser reads the first text:
 * names of paths come in texts only, and a parser is what an extension gets to see first.
 */
final class NameRules {
  private static final String FIELD = "hintResolutionRules";

  private NameRules() {}

  static void install(
      SparkSessionExtensions extensions, Function<SparkSession, PlanDecisions> decisions) {
    extensions.injectHintResolutionRule(s -> new PathNamesRule(decisions.apply(s)));
    extensions.injectHintResolutionRule(s -> new FunctionNamesRule(decisions.apply(s)));
    extensions.injectParser(
        (session, parser) ->
            "hive".equals(session.sparkContext().conf().get("spark.sql.catalogImplementation", ""))
                ? proxy(parser, new Parsing(parser, session, decisions))
                : parser);
  }

  private static ParserInterface proxy(ParserInterface parser, InvocationHandler handler) {
    return (ParserInterface)
        Proxy.newProxyInstance(
            ParserInterface.class.getClassLoader(),
            new Class<?>[] {ParserInterface.class},
            handler);
  }

  /** A parser that looks at the analyzer first. */
  private static final class Parsing implements InvocationHandler {
    private final ParserInterface parser;
    private final SparkSession session;
    private final Function<SparkSession, PlanDecisions> decisions;
    private boolean installed;

    Parsing(
        ParserInterface parser,
        SparkSession session,
        Function<SparkSession, PlanDecisions> decisions) {
      this.parser = parser;
      this.session = session;
      this.decisions = decisions;
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
      if (method.getDeclaringClass() != Object.class) {
        complete();
      }
      try {
        return method.invoke(parser, arguments);
      } catch (InvocationTargetException e) {
        throw e.getCause();
      }
    }

    private synchronized void complete() {
      if (!installed) {
        installed = true; // Before: to make an analyzer may parse something.
        NameRules.complete(Sessions.state(session).analyzer(), decisions.apply(session));
      }
    }
  }

  private static void complete(Analyzer analyzer, PlanDecisions decisions) {
    List<Rule<LogicalPlan>> rules = new ArrayList<>(Scala.list(analyzer.hintResolutionRules()));
    if (rules.stream().anyMatch(PathNamesRule.class::isInstance)) {
      return;
    }
    rules.add(new PathNamesRule(decisions));
    rules.add(new FunctionNamesRule(decisions));
    try {
      Field field = Analyzer.class.getDeclaredField(FIELD);
      field.setAccessible(true);
      field.set(analyzer, Scala.seq(rules));
    } catch (ReflectiveOperationException | RuntimeException e) {
      throw new IllegalStateException(
          "this release of Spark runs no rules for hints in sessions with Hive (SPARK-59081), and its"
              + " analyzer cannot be given those of Placed: take Spark 4.0.5 or 4.2.1, or set"
              + " spark.sql.catalogImplementation=in-memory",
          e);
    }
  }
}
