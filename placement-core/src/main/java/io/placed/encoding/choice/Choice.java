package io.placed.encoding.choice;

import io.placed.bytes.ByteWriter;
import io.placed.encoding.Profile;
import io.placed.encoding.constant.ConstantEncoding;
import io.placed.encoding.plain.PlainEncoding;
import io.placed.encoding.spi.DecodeCost;
import io.placed.encoding.spi.Estimate;
import io.placed.encoding.spi.Scheme;
import io.placed.encoding.values.PageValues;
import java.util.ArrayList;
import java.util.List;

/**
 * Chooses the cheapest encoding of an array: the cost of its bytes in the {@link Profile} plus the
 * time to decode them. The choice is kept for the same array of the next pages, until a page is
 * much larger or smaller than expected.
 */
public final class Choice {
  private Choice() {}

  /** Estimates the result of {@link #encode}, for which it makes the choice. */
  static Estimate estimate(PageValues values, ChoiceContext context) {
    if (values.count() == 0) {
      return new Estimate(1, 0);
    }
    if (values.runs() == 1) {
      return new Estimate(1 + values.valueBytes(), values.count() * DecodeCost.CONSTANT);
    }
    return choose(values, context, List.of()).estimate;
  }

  /**
   * Cost of the result of {@link #encode}, for which it makes the choice; with compression if that
   * is cheaper.
   */
  public static double cost(PageValues values, ChoiceContext context) {
    return values.runs() <= 1 ? 0 : choose(values, context, List.of()).cost;
  }

  /**
   * An encoding that was compared with others.
   *
   * @param cost in nanoseconds; of the compressed page if that is cheaper
   */
  public record Candidate(Scheme scheme, Estimate estimate, double cost) {}

  /** All encodings that are possible for the array, with their costs. */
  public static List<Candidate> candidates(PageValues values, ChoiceContext context) {
    List<Candidate> out = new ArrayList<>();
    for (Scheme scheme : context.schemes(values)) {
      Candidate c = candidate(scheme, values, context, Double.POSITIVE_INFINITY);
      if (c != null) {
        out.add(c);
      }
    }
    return out;
  }

  /**
   * @param least cost to beat; compression that cannot reach it is not tried
   */
  private static Candidate candidate(
      Scheme scheme, PageValues values, ChoiceContext context, double least) {
    Estimate e = scheme.applies(values, context) ? scheme.estimate(values, context) : null;
    if (e == null) {
      return null;
    }
    boolean page = context.depth() == 1;
    return new Candidate(
        scheme,
        e,
        page
            ? CompressionChoice.cost(scheme, e, values, context, least)
            : e.cost(context.nanosPerByte()));
  }

  private static Candidate choose(PageValues values, ChoiceContext context, List<Scheme> except) {
    Candidate best = null;
    for (Scheme scheme : context.schemes(values)) {
      if (!except.contains(scheme)) {
        double least = best == null ? Double.POSITIVE_INFINITY : best.cost;
        Candidate c = candidate(scheme, values, context, least);
        if (c != null && c.cost < least) {
          best = c;
        }
      }
    }
    if (best == null) {
      throw new IllegalStateException("no encoding for " + values.getClass().getSimpleName());
    }
    context.choose(best.scheme, best.estimate.bytes() / values.count());
    return best;
  }

  /**
   * Writes the array, identifier first.
   *
   * @return readable description of the encoding
   */
  static String encode(PageValues values, ChoiceContext context, ByteWriter out) {
    if (values.count() == 0) {
      out.u8(PlainEncoding.ID);
      return "empty";
    }
    if (values.runs() == 1) {
      out.u8(ConstantEncoding.ID);
      values.writeConstant(out);
      return "constant";
    }
    if (!context.settled() || !context.chosen().applies(values, context)) {
      long start = System.nanoTime();
      choose(values, context, List.of());
      context.chunk().addChoosing(System.nanoTime() - start);
    }
    int mark = out.size();
    String text = context.chosen().encode(values, context, out);
    // Estimates are from samples: what another one promises may not be possible either.
    List<Scheme> failed = new ArrayList<>();
    while (text == null) {
      out.truncate(mark);
      failed.add(context.chosen());
      choose(values, context, failed);
      text = context.chosen().encode(values, context, out);
    }
    context.outcome((long) out.size() - mark, values.count());
    return text;
  }
}
