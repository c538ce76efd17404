package io.placed.spark.internal;

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
    String paths = "spark.sql.catalog." + PlanDecisions.PATHS;
    if (session.conf().getOption(paths).isEmpty()) {
      session.conf().set(paths, "io.placed.spark.PlacedCatalog");
    }
    HistoryListener.install(session);
    Catalyst catalyst = Catalyst.get();
    return new PlanDecisions(catalyst.tables(session), catalyst::planSettings);
  }
}
