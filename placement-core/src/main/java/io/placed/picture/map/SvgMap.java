package io.placed.picture.map;

import static io.placed.text.Markup.escape;
import static io.placed.text.Markup.number;

import io.placed.picture.map.Picture.Bar;
import io.placed.picture.map.Picture.Lane;
import io.placed.picture.map.Picture.LegendEntry;
import io.placed.picture.map.Picture.Shape;
import io.placed.text.Amounts;
import io.placed.text.Markup;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/** Draws a picture as self-contained SVG. */
final class SvgMap {
  private static final int WIDTH = 1200;
  private static final int LEFT = 230;
  private static final int TRACK = 950;
  private static final int MARGIN = 12;
  private static final int LINE = 17;
  private static final int BAR = 5;
  private static final int DATA = 22;
  private static final int TICKS = 6;
  private static final int MAX_LABEL = 28;
  private static final int MAX_LINE = 185;
  private static final int MAX_LEGEND = 60;
  private static final int LEGEND_COLUMNS = 3;

  /** Width of a lane in the units of its own coordinates. */
  private static final double UNITS = 1_000_000;

  /** Shapes narrower than this have no border, which would cover them. */
  private static final double BORDERED = 2.0 * UNITS / TRACK;

  private final Picture picture;
  private final StringBuilder out = new StringBuilder();
  private int y = MARGIN;

  private SvgMap(Picture picture) {
    this.picture = picture;
  }

  static String of(Picture picture) throws IOException {
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + new SvgMap(picture).draw();
  }

  /** The element alone, to be put into a page. */
  static String element(Picture picture) throws IOException {
    return new SvgMap(picture).draw();
  }

  private String draw() throws IOException {
    y += 16;
    line("h", picture.title(), 90);
    for (String fact : picture.facts()) {
      line("soft", fact, MAX_LINE);
    }
    for (String q : picture.query()) {
      line("", q, MAX_LINE);
    }
    keys();
    axis();
    for (Lane lane : picture.lanes()) {
      lane(lane);
    }
    legend();
    y += 8;
    for (String note : picture.notes()) {
      line("soft", note, MAX_LINE);
    }
    int height = y + MARGIN;
    StringBuilder whole = new StringBuilder(out.length() + 8192);
    whole
        .append(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"map\" role=\"img\" viewBox=\"0 0 ")
        .append(WIDTH + " " + height)
        .append("\" width=\"" + WIDTH + "\" height=\"" + height + "\">\n<title>")
        .append(escape(picture.title()))
        .append("</title>\n<style>\n")
        .append(Markup.resource(SvgMap.class, "map.css"));
    for (int c = 0; c < Math.min(Palette.SIZE, picture.legend().size()); c++) {
      String color = Palette.color(c);
      whole.append(
          String.format(
              Locale.ROOT,
              ".map .c%d { fill: %s; } .map .t.c%d { stroke: %s; }%n",
              c,
              color,
              c,
              color));
    }
    whole.append("</style>\n<rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n");
    return whole.append(out).append("</svg>\n").toString();
  }

  private void line(String style, String text, int most) {
    text(style, MARGIN, y, Markup.cut(text, most), text);
    y += LINE;
  }

  private void text(String style, int x, int at, String shown, String full) {
    out.append("<text class=\"").append(style).append("\" x=\"").append(x);
    out.append("\" y=\"").append(at).append("\">").append(escape(shown));
    if (!shown.equals(full)) {
      out.append("<title>").append(escape(full)).append("</title>");
    }
    out.append("</text>\n");
  }

  /** The legend of all marks other than column groups. */
  private void keys() {
    int x = MARGIN;
    x = key(x, "about", "header and footer");
    x = key(x, "several", "several column groups");
    x = key(x, "ga", "row groups");
    x = key(x, "pa", "physical blocks");
    x = key(x, "fa", "blocks of the file system");
    if (!picture.query().isEmpty()) {
      x = key(x, "need", "needed");
      x = key(x, "read", "requests");
      x = key(x, "c0 pruned", "skipped by statistics");
      key(x, "c0 unused", "not used");
    }
    y += LINE + 4;
  }

  private int key(int x, String style, String text) {
    out.append("<rect class=\"").append(style).append("\" x=\"").append(x);
    out.append("\" y=\"").append(y - 9).append("\" width=\"14\" height=\"10\"/>\n");
    text("soft", x + 19, y, text, text);
    return x + 34 + (int) (text.length() * 6.6);
  }

  private void axis() {
    out.append("<g id=\"axis\" data-scale=\"").append(picture.scale());
    out.append("\" data-left=\"" + LEFT + "\" data-width=\"" + TRACK + "\">\n");
    for (int t = 0; t < TICKS; t++) {
      int x = LEFT + TRACK * t / (TICKS - 1);
      String style = t == 0 ? "soft" : t == TICKS - 1 ? "soft n" : "soft m";
      String label = Amounts.bytes(picture.scale() * t / (TICKS - 1));
      text(style, x, y, label, label);
    }
    y += 4;
    out.append("</g>\n<path class=\"rule\" d=\"M" + LEFT + " ").append(y).append("h" + TRACK);
    for (int t = 0; t < TICKS; t++) {
      out.append("M").append(LEFT + TRACK * t / (TICKS - 1)).append(' ').append(y).append("v4");
    }
    out.append("\"/>\n");
    y += 8;
  }

  private void lane(Lane lane) {
    int bars = lane.rowGroups().isEmpty() ? 0 : 1;
    bars += lane.physical().isEmpty() ? 0 : 1;
    bars += lane.stored().isEmpty() ? 0 : 1;
    boolean query = !lane.needed().isEmpty() || !lane.requests().isEmpty();
    bars += query ? 2 : 0;
    int height = DATA + bars * (BAR + 1);
    text("", MARGIN, y + 13, Markup.cut(lane.label(), MAX_LABEL), lane.label());
    String detail = Amounts.bytes(lane.length()) + ", " + lane.detail();
    text("soft", MARGIN, y + 26, Markup.cut(detail, MAX_LABEL), detail);
    out.append("<svg class=\"track\" x=\"" + LEFT + "\" y=\"").append(y);
    out.append("\" width=\"" + TRACK + "\" height=\"").append(height);
    out.append("\" viewBox=\"0 0 1000000 ").append(height);
    out.append("\" preserveAspectRatio=\"none\">\n");
    int top = 0;
    if (!lane.rowGroups().isEmpty()) {
      bars(lane.rowGroups(), "ga", "gb", 0, lane.scale());
      top = BAR + 1;
    }
    for (Shape s : lane.shapes()) {
      shape(s, top, lane.scale());
    }
    int at = top + DATA + 1;
    if (query) {
      bars(lane.needed(), "need", "need", at, lane.scale());
      bars(lane.requests(), "read", "read", at + BAR + 1, lane.scale());
      at += 2 * (BAR + 1);
    }
    if (!lane.physical().isEmpty()) {
      bars(lane.physical(), "pa", "pb", at, lane.scale());
      at += BAR + 1;
      edges("edge", lane.physical(), at - 1, lane.scale());
    }
    if (!lane.stored().isEmpty()) {
      bars(lane.stored(), "fa", "fb", at, lane.scale());
      edges("fsedge", lane.stored(), at + BAR, lane.scale());
    }
    out.append("</svg>\n");
    y += Math.max(height, 30) + 8;
  }

  private void shape(Shape s, int top, long scale) {
    double width = s.length() * UNITS / scale;
    String style = width >= BORDERED ? "s " : "t ";
    style +=
        switch (s.look()) {
          case Shape.ABOUT -> "about";
          case Shape.SEVERAL -> "several";
          case Shape.FILE -> "file";
          default -> "c" + s.look() % Palette.SIZE + " g" + s.look();
        };
    style +=
        switch (s.state()) {
          case PLAIN, NEEDED -> "";
          case PRUNED -> " pruned";
          case UNUSED -> " unused";
        };
    rect(style, s.offset(), s.length(), top, DATA, scale, s.text());
  }

  private void bars(List<Bar> bars, String odd, String even, int at, long scale) {
    boolean first = true;
    for (Bar b : bars) {
      String style = first ? odd : even;
      rect(style, b.offset(), b.length(), at, BAR, scale, b.text());
      first = !first;
    }
  }

  private void rect(
      String style, long offset, long length, int top, int height, long scale, String text) {
    // Even a range of few bytes must be visible.
    double width = Math.max(length * UNITS / scale, UNITS / TRACK / 3);
    out.append("<rect class=\"").append(style).append("\" x=\"");
    out.append(number(offset * UNITS / scale)).append("\" y=\"").append(top);
    out.append("\" width=\"").append(number(width)).append("\" height=\"").append(height);
    out.append("\"><title>").append(escape(text)).append("</title></rect>\n");
  }

  private void edges(String style, List<Bar> blocks, int height, long scale) {
    out.append("<path class=\"").append(style).append("\" d=\"");
    for (Bar b : blocks) {
      out.append('M').append(number(b.offset() * UNITS / scale)).append(" 0v").append(height);
      out.append('M').append(number((b.offset() + b.length()) * UNITS / scale));
      out.append(" 0v").append(height);
    }
    out.append("\"/>\n");
  }

  private void legend() {
    List<LegendEntry> all = picture.legend();
    List<Integer> shown = new ArrayList<>(IntStream.range(0, all.size()).boxed().toList());
    if (shown.size() > MAX_LEGEND) {
      shown.sort(Comparator.comparingLong(g -> -all.get(g).bytes()));
      shown = new ArrayList<>(shown.subList(0, MAX_LEGEND));
      shown.sort(Comparator.naturalOrder());
    }
    y += LINE;
    String title =
        Amounts.count(all.size(), "column group")
            + (shown.size() < all.size() ? ", the " + MAX_LEGEND + " largest:" : ":")
            + (all.size() > Palette.SIZE ? " (colours repeat after " + Palette.SIZE + ")" : "");
    line("", title, MAX_LINE);
    int rows = (shown.size() + LEGEND_COLUMNS - 1) / LEGEND_COLUMNS;
    int width = (WIDTH - 2 * MARGIN) / LEGEND_COLUMNS;
    for (int i = 0; i < shown.size(); i++) {
      int g = shown.get(i);
      int x = MARGIN + i / rows * width;
      int at = y + i % rows * LINE;
      LegendEntry e = all.get(g);
      out.append("<g class=\"legend\" data-group=\"g").append(g).append("\"><rect class=\"c");
      out.append(g % Palette.SIZE).append("\" x=\"").append(x).append("\" y=\"").append(at - 9);
      out.append("\" width=\"14\" height=\"10\"/>\n");
      String text = g + "  " + e.columns();
      text("", x + 20, at, Markup.cut(text, 40), text);
      String size = Amounts.bytes(e.bytes());
      text("soft n", x + width - 24, at, size, size);
      out.append("</g>\n");
    }
    y += rows * LINE;
  }
}
