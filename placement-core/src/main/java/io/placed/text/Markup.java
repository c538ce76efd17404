package io.placed.text;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** Text that is safe in XML and HTML, in content and in quoted attributes. */
public final class Markup {
  private Markup() {}

  /**
   * Escapes a text that may be anything: names and values come from data. Characters that XML does
   * not have at all become visible placeholders.
   */
  public static String escape(String text) {
    StringBuilder out = new StringBuilder(text.length() + 16);
    text.codePoints()
        .forEach(
            c -> {
              switch (c) {
                case '<' -> out.append("&lt;");
                case '>' -> out.append("&gt;");
                case '&' -> out.append("&amp;");
                case '"' -> out.append("&quot;");
                case '\'' -> out.append("&#39;");
                default -> out.append(isText(c) ? Character.toString(c) : "\uFFFD");
              }
            });
    return out.toString();
  }

  /** Whether XML 1.0 allows the character; no other controls than the line feed. */
  private static boolean isText(int c) {
    boolean control = c < 0x20 ? c != '\n' : c >= 0x7F && c < 0xA0;
    boolean surrogate = c >= 0xD800 && c <= 0xDFFF;
    // Direction marks would let a value rearrange the text around it.
    boolean direction = (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069);
    return !control && !surrogate && !direction && (c & 0xFFFE) != 0xFFFE;
  }

  /**
   * A whole HTML page that is also well-formed XML.
   *
   * @param policy the Content-Security-Policy in the page; null if its server sends one
   * @param style CSS
   * @param body markup, in which all texts are escaped
   */
  public static String page(String title, String policy, String style, String body) {
    String meta =
        policy == null
            ? ""
            : "<meta http-equiv=\"Content-Security-Policy\" content=\"" + policy + "\"/>\n";
    return """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8"/>
    <meta name="viewport" content="width=device-width, initial-scale=1"/>
    <meta name="color-scheme" content="light dark"/>
    %s<title>%s</title>
    <style>
    %s</style>
    </head>
    <body>
    %s</body>
    </html>
    """
        .formatted(meta, escape(title), style, body);
  }

  /** A text cut in its middle. */
  public static String cut(String text, int most) {
    int[] points = text.codePoints().toArray();
    if (points.length <= most) {
      return text;
    }
    int end = most / 2;
    int start = most - end - 1;
    return new String(points, 0, start) + "…" + new String(points, points.length - end, end);
  }

  /** Short decimal number. */
  public static String number(double value) {
    String text = String.format(Locale.ROOT, "%.2f", value);
    return text.endsWith(".00") ? text.substring(0, text.length() - 3) : text;
  }

  /** A resource in the package of a class. */
  public static String resource(Class<?> beside, String name) throws IOException {
    try (InputStream in = beside.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
