package io.placed.spark.internal.catalyst.ui;

import io.placed.spark.internal.catalyst.node.Scala;
import io.placed.spark.internal.plan.StoredQuery;
import io.placed.spark.ui.ScansPage;
import java.util.List;
import java.util.function.Supplier;
import org.apache.spark.sql.execution.ui.SQLAppStatusStore;
import org.apache.spark.sql.execution.ui.SQLTab;
import org.apache.spark.ui.SparkUI;
import org.apache.spark.ui.SparkUITab;
import org.apache.spark.ui.WebUITab;

/** The tab Placed in Spark's web UI. Everything it shows is in the store of the tab SQL. */
public final class PlacedTab extends SparkUITab {
  private static final int QUERIES = 20;

  /** Of null as long as the application has run no query. */
  private final Supplier<SQLAppStatusStore> store;

  private PlacedTab(SparkUI ui, Supplier<SQLAppStatusStore> store) {
    super(ui, "placed");
    this.store = store;
    attachPage(new TabPage(this));
  }

  /** To the UI of a running application. Its tab SQL comes with its first session. */
  public static void addTo(SparkUI ui) {
    ui.attachTab(new PlacedTab(ui, () -> sqlStore(ui)));
  }

  /** To the UI of an application that may have ended, if it has scans to be shown. */
  public static void addTo(SparkUI ui, SQLAppStatusStore store) {
    if (StoredScans.any(store)) {
      ui.attachTab(new PlacedTab(ui, () -> store));
    }
  }

  private static SQLAppStatusStore sqlStore(SparkUI ui) {
    for (WebUITab tab : List.copyOf(Scala.list(ui.getTabs()))) {
      if (tab instanceof SQLTab sql) {
        return sql.sqlStore();
      }
    }
    return null;
  }

  /**
   * The content of the page.
   *
   * @param root of the links to Spark's pages
   * @param before id of a query, only older ones than which are shown; null = none
   */
  String content(String root, String before) {
    SQLAppStatusStore known = store.get();
    boolean isId = before != null && before.matches("\\d{1,18}");
    StoredQuery.Page page =
        known == null
            ? new StoredQuery.Page(List.of(), false)
            : StoredScans.of(known, isId ? Long.parseLong(before) : Long.MAX_VALUE, QUERIES);
    return ScansPage.html(page, root + "/SQL/execution/?id=");
  }
}
