package io.placed.picture.waterfall;

import io.placed.text.Amounts;
import java.util.Locale;

/** A waterfall as text, with bars of characters. */
public final class WaterfallText {
  private static final int WIDTH = 24;

  private WaterfallText() {}

  public static String of(Waterfall w) {
    StringBuilder out = new StringBuilder(w.title()).append('\n');
    boolean measured = false;
    for (Waterfall.Step s : w.steps()) {
      if (s.measured() && !measured) {
        out.append("measured\n");
        measured = true;
      }
      double part = (double) s.bytes() / w.whole();
      int full = (int) Math.round(Math.min(1, part) * WIDTH);
      String bar = full == 0 && s.bytes() > 0 ? "▏" : "█".repeat(full);
      out.append(
          String.format(
              Locale.ROOT,
              "  %-14s %10s %6.2f %%  %-" + WIDTH + "s  %s%n",
              s.name(),
              Amounts.bytes(s.bytes()),
              100 * part,
              bar,
              s.note()));
    }
    w.remarks().forEach(r -> out.append(r).append('\n'));
    return out.toString();
  }
}
