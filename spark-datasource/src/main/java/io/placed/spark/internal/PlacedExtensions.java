package io.placed.spark.internal;

import io.placed.spark.internal.decision.NameResolver;
import io.placed.spark.internal.decision.PlanDecisions;
import io.placed.spark.workload.HistoryListener;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.SparkSessionExtensions;
import org.apache.spark.sql.SparkSessionExtensionsProvider;
import scala.runtime.AbstractFunction1;
import scala.runtime.BoxedUnit;

/** Loaded by Spark as a service, without any setting. */
public final class PlacedExtensions extends AbstractFunction1<SparkSessionExtensions, BoxedUnit>
    implements SparkSessionExtensionsProvider {
  @Override
  public BoxedUnit apply(SparkSessionExtensions extensions) {
    Catalyst.get().install(extensions, PlacedExtensions::decisions);
    return BoxedUnit.UNIT;
  }

  /** What rules decide in a session. */
  public static PlanDecisions decisions(SparkSession session) {
    Catalyst catalyst = Catalyst.get();
    addCatalog(session, NameResolver.PATHS, NameResolver.CATALOG);
    catalyst.catalogs().forEach((name, type) -> addCatalog(session, name, type));
    HistoryListener.install(session);
    return new PlanDecisions(catalyst.tables(session), catalyst::planSettings);
  }

  /** Unless the user has one of this name. */
  private static void addCatalog(SparkSession session, String name, String type) {
    String setting = "spark.sql.catalog." + name;
    if (session.conf().getOption(setting).isEmpty()) {
      session.conf().set(setting, type);
    }
  }
}
