package io.placed.scan.decode;

import io.placed.encoding.PageDecoder;
import io.placed.vector.Bits;
import io.placed.vector.Column;
import io.placed.vector.match.ValueMatch;
import java.io.IOException;
import java.util.Arrays;

/** Tests and selects encoded values of a leaf node, by vectors. */
final class StoredPage {
  private final NodeReader node;
  private final long[] bits = new long[RowSpan.VECTOR / 64];

  StoredPage(NodeReader node) {
    this.node = node;
  }

  boolean test(RowSpan span, ValueMatch match, boolean negated, long[] rows, long[] out)
      throws IOException {
    return eachVector(
        span, rows, out, (page, from, n) -> page.filter(from, n, match, negated, bits, 0));
  }

  boolean testPresence(RowSpan span, boolean present, long[] rows, long[] out) throws IOException {
    return eachVector(
        span,
        rows,
        out,
        (page, from, n) -> {
          page.present(from, n, bits, 0);
          for (int w = 0; w < bits.length && !present; w++) {
            bits[w] = ~bits[w];
          }
        });
  }

  private interface VectorTest {
    /** Writes the result for one vector into the bitmap. */
    void apply(PageDecoder page, int from, int n);
  }

  private boolean eachVector(RowSpan span, long[] rows, long[] out, VectorTest test)
      throws IOException {
    PageDecoder page = node.page(span.rowGroup(), span.page());
    if (!page.isSelectable()) {
      return false;
    }
    node.requireValues(span.rowGroup(), span.page(), span.count());
    try {
      for (int at = 0; at < span.count(); at += RowSpan.VECTOR) {
        int n = Math.min(RowSpan.VECTOR, span.count() - at);
        int word = at >>> 6;
        if (Bits.count(rows, at, at + n) == 0) {
          Arrays.fill(out, word, word + Bits.words(n), 0);
          continue;
        }
        test.apply(page, span.from() + at, n);
        for (int w = 0; w < Bits.words(n); w++) {
          out[word + w] = rows[word + w] & bits[w];
        }
      }
    } catch (RuntimeException e) {
      throw node.malformed(span.rowGroup(), span.page(), e);
    }
    return true;
  }

  boolean select(RowSpan span, SelectedRows selected, Column target) throws IOException {
    PageDecoder page = node.page(span.rowGroup(), span.page());
    if (!page.isSelectable()) {
      return false;
    }
    node.requireValues(span.rowGroup(), span.page(), span.count());
    try {
      int end;
      for (int k = 0; k < selected.count(); k = end) {
        end = selected.endOfVector(k);
        int at = selected.positions()[k] & -RowSpan.VECTOR;
        int n = Math.min(RowSpan.VECTOR, span.count() - at);
        if (end - k == n) {
          page.decode(span.from() + at, n, target);
        } else {
          page.select(span.from() + at, selected.inVector(k, end), end - k, target);
        }
      }
    } catch (RuntimeException e) {
      throw node.malformed(span.rowGroup(), span.page(), e);
    }
    return true;
  }
}
