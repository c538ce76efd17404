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
  private final long[] bits = new long[Slice.VECTOR / 64];

  StoredPage(NodeReader node) {
    this.node = node;
  }

  boolean test(Slice slice, ValueMatch match, boolean negated, long[] rows, long[] out)
      throws IOException {
    return eachVector(
        slice, rows, out, (page, from, n) -> page.filter(from, n, match, negated, bits, 0));
  }

  boolean testPresence(Slice slice, boolean present, long[] rows, long[] out) throws IOException {
    return eachVector(
        slice,
        rows,
        out,
        (page, from, n) -> {
          page.present(from, n, bits, 0);
          for (int w = 0; w < bits.length && !present; w++) {
            bits[w] = ~bits[w];
          }
        });
  }

  private interface Question {
    /** Writes the result for one vector into the bitmap. */
    void ask(PageDecoder page, int from, int n);
  }

  private boolean eachVector(Slice slice, long[] rows, long[] out, Question question)
      throws IOException {
    PageDecoder page = node.page(slice.rowGroup(), slice.page());
    if (!page.isSelectable()) {
      return false;
    }
    node.requireValues(slice.rowGroup(), slice.page(), slice.count());
    try {
      for (int at = 0; at < slice.count(); at += Slice.VECTOR) {
        int n = Math.min(Slice.VECTOR, slice.count() - at);
        int word = at >>> 6;
        if (Bits.count(rows, at, at + n) == 0) {
          Arrays.fill(out, word, word + Bits.words(n), 0);
          continue;
        }
        question.ask(page, slice.from() + at, n);
        for (int w = 0; w < Bits.words(n); w++) {
          out[word + w] = rows[word + w] & bits[w];
        }
      }
    } catch (RuntimeException e) {
      throw node.malformed(slice.rowGroup(), slice.page(), e);
    }
    return true;
  }

  boolean select(Slice slice, SelectedRows selected, Column target) throws IOException {
    PageDecoder page = node.page(slice.rowGroup(), slice.page());
    if (!page.isSelectable()) {
      return false;
    }
    node.requireValues(slice.rowGroup(), slice.page(), slice.count());
    try {
      int end;
      for (int k = 0; k < selected.count(); k = end) {
        end = selected.endOfVector(k);
        int at = selected.positions()[k] & -Slice.VECTOR;
        int n = Math.min(Slice.VECTOR, slice.count() - at);
        if (end - k == n) {
          page.decode(slice.from() + at, n, target);
        } else {
          page.select(slice.from() + at, selected.inVector(k, end), end - k, target);
        }
      }
    } catch (RuntimeException e) {
      throw node.malformed(slice.rowGroup(), slice.page(), e);
    }
    return true;
  }
}
