package io.placed.cli.browse;

import io.placed.text.Markup;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Builds a page. Every text that comes in is escaped here, and nowhere else. */
final class Html {
  private final StringBuilder body = new StringBuilder();

  /** A text with a link, or without one if the target is null. */
  record Link(String text, String target) {
    static Link to(String text, String page, Object... query) {
      return new Link(text, page + query(query));
    }

    static Link none(Object text) {
      return new Link(String.valueOf(text), null);
    }
  }

  /** Names and values in turn, as the query of a URL. */
  static String query(Object... namesAndValues) {
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      out.append(i == 0 ? '?' : '&').append(namesAndValues[i]).append('=');
      out.append(URLEncoder.encode(String.valueOf(namesAndValues[i + 1]), StandardCharsets.UTF_8));
    }
    return out.toString();
  }

  Html heading(String text) {
    body.append("<h2>").append(Markup.escape(text)).append("</h2>\n");
    return this;
  }

  /** The way from the table to this page. */
  Html path(List<Link> links) {
    body.append("<nav>");
    for (int i = 0; i < links.size(); i++) {
      body.append(i == 0 ? "" : " › ").append(cell(links.get(i)));
    }
    body.append("</nav>\n");
    return this;
  }

  /** Names and values in turn. */
  Html facts(Object... namesAndValues) {
    body.append("<dl>\n");
    for (int i = 0; i < namesAndValues.length; i += 2) {
      String value = String.valueOf(namesAndValues[i + 1]);
      if (!value.isEmpty()) {
        body.append("<dt>").append(Markup.escape(String.valueOf(namesAndValues[i])));
        body.append("</dt><dd>").append(Markup.escape(value)).append("</dd>\n");
      }
    }
    body.append("</dl>\n");
    return this;
  }

  /**
   * @param names of columns; one that begins with {@code >} is right-aligned
   */
  Html table(List<String> names, List<List<Link>> rows) {
    body.append("<div class=\"scroll\"><table>\n<tr>");
    for (String n : names) {
      boolean right = n.startsWith(">");
      body.append(right ? "<th class=\"n\">" : "<th>");
      body.append(Markup.escape(right ? n.substring(1) : n)).append("</th>");
    }
    body.append("</tr>\n");
    for (List<Link> row : rows) {
      body.append("<tr>");
      for (int c = 0; c < row.size(); c++) {
        body.append(names.get(c).startsWith(">") ? "<td class=\"n\">" : "<td>");
        body.append(cell(row.get(c))).append("</td>");
      }
      body.append("</tr>\n");
    }
    body.append("</table></div>\n");
    return this;
  }

  private static String cell(Link link) {
    String text = Markup.escape(link.text());
    return link.target() == null
        ? text
        : "<a href=\"" + Markup.escape(link.target()) + "\">" + text + "</a>";
  }

  Html links(Link... links) {
    body.append("<p class=\"links\">");
    for (Link l : links) {
      body.append(cell(l)).append(' ');
    }
    body.append("</p>\n");
    return this;
  }

  Html paragraph(String text) {
    body.append("<p>").append(Markup.escape(text)).append("</p>\n");
    return this;
  }

  Html preformatted(String text) {
    body.append("<pre>").append(Markup.escape(text)).append("</pre>\n");
    return this;
  }

  /** A drawing that a renderer of this command line made, which escapes its texts itself. */
  Html drawing(String svg) {
    body.append("<figure class=\"scroll\">").append(svg).append("</figure>\n");
    return this;
  }

  /** The form for a query, which leads to another page. */
  Html queryForm(String page, String columns, String where) {
    body.append("<form action=\"").append(Markup.escape(page)).append("\" method=\"get\">\n");
    field("c", "Columns, separated by commas (empty: all)", columns);
    field("where", "Condition", where);
    body.append("<button type=\"submit\">Show what it reads</button></form>\n");
    return this;
  }

  private void field(String name, String label, String value) {
    body.append("<label>").append(Markup.escape(label)).append("<input name=\"").append(name);
    body.append("\" value=\"").append(Markup.escape(value)).append("\"/></label>\n");
  }

  String page(String title, String css) {
    // The server sends the policy.
    return Markup.page(title, null, css, "<h1>" + Markup.escape(title) + "</h1>\n" + body);
  }
}
