package io.placed.spark.internal.catalyst.ui;

import io.placed.spark.internal.catalyst.session.Internals;
import jakarta.servlet.http.HttpServletRequest;
import org.apache.spark.ui.UIUtils$;
import org.apache.spark.ui.WebUIPage;
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
    return NodeSeq$.MODULE$.fromSeq(Internals.sparkPage(request, tab, new Unparsed(content)));
  }
}
