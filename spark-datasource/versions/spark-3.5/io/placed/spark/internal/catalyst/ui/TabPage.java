package io.placed.spark.internal.catalyst.ui;

import javax.servlet.http.HttpServletRequest;
import org.apache.spark.ui.UIUtils$;
import org.apache.spark.ui.WebUIPage;
import scala.Function0;
import scala.Option;
import scala.xml.NodeSeq;
import scala.xml.NodeSeq$;
import scala.xml.Unparsed;

/** The page of {@link PlacedTab}. */
final class TabPage extends WebUIPage {
  private final PlacedTab tab;

  TabPage(PlacedTab tab) {
    super("");
    this.tab = tab;
  }

  @Override
  public NodeSeq render(HttpServletRequest request) {
    String root = UIUtils$.MODULE$.prependBaseUri(request, tab.basePath(), "");
    String content = tab.content(root, request.getParameter("before"));
    NodeSeq nodes = new Unparsed(content);
    return NodeSeq$.MODULE$.fromSeq(
        UIUtils$.MODULE$.headerSparkPage(
            request, "Scans", value(nodes), tab, Option.empty(), false, false));
  }

  /**
   * @param <S> the sequences of Spark's interface, which depend on the version of Scala
   */
  @SuppressWarnings("unchecked")
  private static <S> Function0<S> value(NodeSeq nodes) {
    return () -> (S) nodes;
  }
}
