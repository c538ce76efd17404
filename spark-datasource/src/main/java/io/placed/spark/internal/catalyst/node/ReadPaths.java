package io.placed.spark.internal.catalyst.node;

import io.placed.spark.internal.plan.LocatedTable;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.catalyst.catalog.CatalogTable;
import org.apache.spark.sql.catalyst.catalog.CatalogUtils;
import org.apache.spark.sql.catalyst.catalog.HiveTableRelation;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.execution.datasources.HadoopFsRelation;
import org.apache.spark.sql.execution.datasources.LogicalRelation;
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation;
import org.apache.spark.sql.execution.datasources.v2.FileTable;
import scala.collection.Seq;

/** The paths that an analyzed query reads, in subqueries too. */
public final class ReadPaths {
  private final List<String> found = new ArrayList<>();

  private ReadPaths() {}

  public static List<String> of(LogicalPlan query) {
    ReadPaths paths = new ReadPaths();
    paths.visit(query);
    return paths.found;
  }

  private void visit(LogicalPlan plan) {
    if (plan instanceof DataSourceV2Relation r) {
      add(r.table());
    } else if (plan instanceof LogicalRelation r) {
      if (r.relation() instanceof HadoopFsRelation files) {
        add(files.location().rootPaths());
      }
      if (r.catalogTable().isDefined()) {
        add(r.catalogTable().get());
      }
    } else if (plan instanceof HiveTableRelation r) {
      add(r.tableMeta());
    }
    Scala.list(plan.children()).forEach(this::visit);
    Scala.list(plan.subqueries()).forEach(this::visit);
  }

  private void add(Table table) {
    if (PlanNodes.read(table) instanceof LocatedTable located) {
      found.addAll(located.locations());
    } else if (table instanceof FileTable files) {
      add(files.fileIndex().rootPaths());
    }
  }

  private void add(Seq<Path> paths) {
    Scala.list(paths).forEach(p -> found.add(p.toString()));
  }

  private void add(CatalogTable table) {
    if (table.storage().locationUri().isDefined()) {
      found.add(CatalogUtils.URIToString(table.location()));
    }
  }
}
