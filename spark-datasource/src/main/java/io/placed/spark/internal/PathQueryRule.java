package io.placed.spark.internal;

import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.TableIdentifier;
import org.apache.spark.sql.catalyst.analysis.UnresolvedRelation;
import org.apache.spark.sql.catalyst.catalog.SessionCatalog;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.UnresolvedDataSource;
import org.apache.spark.sql.catalyst.rules.Rule;
import org.apache.spark.sql.catalyst.util.CaseInsensitiveMap;
import scala.Option;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;
import scala.runtime.AbstractPartialFunction;

/**
 * {@code SELECT … FROM placed.`/path`}: Spark itself knows paths in this place for its first
 * generation of sources only.
 */
final class PathQueryRule extends Rule<LogicalPlan> {
  private static final String FORMAT = "placed";

  private final SparkSession session;

  PathQueryRule(SparkSession session) {
    this.session = session;
  }

  @Override
  public LogicalPlan apply(LogicalPlan plan) {
    return plan.resolveOperatorsUp(
        new AbstractPartialFunction<LogicalPlan, LogicalPlan>() {
          @Override
          public boolean isDefinedAt(LogicalPlan node) {
            return node instanceof UnresolvedRelation r && isPath(r);
          }

          @Override
          public LogicalPlan apply(LogicalPlan node) {
            return source((UnresolvedRelation) node);
          }
        });
  }

  private boolean isPath(UnresolvedRelation relation) {
    Seq<String> name = relation.multipartIdentifier();
    return conf().runSQLonFile()
        && name.length() == 2
        && name.head().equalsIgnoreCase(FORMAT)
        && !relation.isStreaming()
        && !isTable(name.last());
  }

  /** A database may be called placed, too. */
  private boolean isTable(String name) {
    SessionCatalog catalog =
        ((org.apache.spark.sql.classic.SparkSession) session).sessionState().catalog();
    return catalog.databaseExists(FORMAT)
        && catalog.tableExists(new TableIdentifier(name, Option.apply(FORMAT)));
  }

  private static LogicalPlan source(UnresolvedRelation relation) {
    return new UnresolvedDataSource(
        FORMAT,
        Option.empty(),
        new CaseInsensitiveMap<>(
            scala.collection.immutable.Map.from(
                CollectionConverters.asScala(relation.options().asCaseSensitiveMap()))),
        false,
        CollectionConverters.asScala(java.util.List.of(relation.multipartIdentifier().last()))
            .toSeq());
  }
}
