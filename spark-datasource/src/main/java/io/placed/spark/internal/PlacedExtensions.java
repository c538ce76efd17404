package io.placed.spark.internal;

import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.SparkSessionExtensions;
import org.apache.spark.sql.SparkSessionExtensionsProvider;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.rules.Rule;
import org.apache.spark.sql.internal.SQLConf;
import scala.runtime.AbstractFunction1;
import scala.runtime.BoxedUnit;

/** Found by Spark as a service: no setting is needed. */
public final class PlacedExtensions extends AbstractFunction1<SparkSessionExtensions, BoxedUnit>
    implements SparkSessionExtensionsProvider {
  /** The catalog of paths, which every session has. */
  static final String PATHS = "placed_paths";

  @Override
  public BoxedUnit apply(SparkSessionExtensions extensions) {
    // Among the hints, because those rules run before relations are looked up and not found.
    extensions.injectHintResolutionRule(
        new AbstractFunction1<SparkSession, Rule<LogicalPlan>>() {
          @Override
          public Rule<LogicalPlan> apply(SparkSession session) {
            registerPaths(session);
            return new PathNamesRule(session);
          }
        });
    extensions.injectResolutionRule(
        new AbstractFunction1<SparkSession, Rule<LogicalPlan>>() {
          @Override
          public Rule<LogicalPlan> apply(SparkSession session) {
            return new ForeignCatalogRule(session);
          }
        });
    extensions.injectResolutionRule(
        new AbstractFunction1<SparkSession, Rule<LogicalPlan>>() {
          @Override
          public Rule<LogicalPlan> apply(SparkSession session) {
            return new AlteringRule();
          }
        });
    extensions.injectResolutionRule(
        new AbstractFunction1<SparkSession, Rule<LogicalPlan>>() {
          @Override
          public Rule<LogicalPlan> apply(SparkSession session) {
            return new CreatingRule();
          }
        });
    extensions.injectResolutionRule(
        new AbstractFunction1<SparkSession, Rule<LogicalPlan>>() {
          @Override
          public Rule<LogicalPlan> apply(SparkSession session) {
            return new StoredPropertiesRule(session);
          }
        });
    extensions.injectResolutionRule(
        new AbstractFunction1<SparkSession, Rule<LogicalPlan>>() {
          @Override
          public Rule<LogicalPlan> apply(SparkSession session) {
            return new HiveTableRule(session);
          }
        });
    // Before filters are offered to scans.
    extensions.injectPreCBORule(
        new AbstractFunction1<SparkSession, Rule<LogicalPlan>>() {
          @Override
          public Rule<LogicalPlan> apply(SparkSession session) {
            return new JoinFilterRule();
          }
        });
    return BoxedUnit.UNIT;
  }

  private static void registerPaths(SparkSession session) {
    String setting = "spark.sql.catalog." + PATHS;
    SQLConf conf = ((org.apache.spark.sql.classic.SparkSession) session).sessionState().conf();
    if (!conf.contains(setting)) {
      conf.setConfString(setting, "io.placed.spark.PlacedCatalog");
    }
  }
}
