package io.placed.placement.reorder;

import io.placed.vector.Batch;
import io.placed.vector.Bits;
import io.placed.vector.BooleanColumn;
import io.placed.vector.BytesColumn;
import io.placed.vector.Column;
import io.placed.vector.DoubleColumn;
import io.placed.vector.FloatColumn;
import io.placed.vector.Int128Column;
import io.placed.vector.IntColumn;
import io.placed.vector.ListColumn;
import io.placed.vector.LongColumn;
import io.placed.vector.MapColumn;
import io.placed.vector.StructColumn;
import java.util.Arrays;

/** Copies rows from arbitrary positions of several batches, column by column. */
final class Gather {
  private Gather() {}

  /**
   * Appends rows to a batch.
   *
   * @param from for each row the index of its batch in {@code sources}
   * @param rows for each row its position in that batch
   */
  static void append(Batch target, Batch[] sources, int[] from, int[] rows, int count) {
    Column[] columns = new Column[sources.length];
    for (int c = 0; c < target.columns().size(); c++) {
      for (int s = 0; s < sources.length; s++) {
        columns[s] = sources[s] == null ? null : sources[s].column(c);
      }
      append(target.column(c), columns, from, rows, count);
    }
    target.setRows(target.rows() + count);
  }

  private static void append(Column target, Column[] in, int[] from, int[] rows, int n) {
    int start = target.size();
    if (target instanceof LongColumn t) {
      t.setSize(start + n);
      long[] out = t.values();
      for (int k = 0; k < n; k++) {
        out[start + k] = ((LongColumn) in[from[k]]).get(rows[k]);
      }
    } else if (target instanceof IntColumn t) {
      t.setSize(start + n);
      int[] out = t.values();
      for (int k = 0; k < n; k++) {
        out[start + k] = ((IntColumn) in[from[k]]).get(rows[k]);
      }
    } else if (target instanceof DoubleColumn t) {
      t.setSize(start + n);
      double[] out = t.values();
      for (int k = 0; k < n; k++) {
        out[start + k] = ((DoubleColumn) in[from[k]]).get(rows[k]);
      }
    } else if (target instanceof FloatColumn t) {
      t.setSize(start + n);
      float[] out = t.values();
      for (int k = 0; k < n; k++) {
        out[start + k] = ((FloatColumn) in[from[k]]).get(rows[k]);
      }
    } else if (target instanceof BooleanColumn t) {
      t.setSize(start + n);
      long[] out = t.words();
      for (int k = 0; k < n; k++) {
        Bits.put(out, start + k, ((BooleanColumn) in[from[k]]).get(rows[k]));
      }
    } else if (target instanceof Int128Column t) {
      t.setSize(start + n);
      for (int k = 0; k < n; k++) {
        Int128Column s = (Int128Column) in[from[k]];
        t.high()[start + k] = s.high()[rows[k]];
        t.low()[start + k] = s.low()[rows[k]];
      }
    } else if (target instanceof BytesColumn t) {
      appendBytes(t, in, from, rows, n);
    } else if (target instanceof StructColumn t) {
      for (int c = 0; c < t.children().size(); c++) {
        int child = c;
        Column[] children =
            Arrays.stream(in)
                .map(s -> s == null ? null : ((StructColumn) s).child(child))
                .toArray(Column[]::new);
        append(t.child(c), children, from, rows, n);
      }
      t.setSize(start + n);
    } else if (target instanceof ListColumn t) {
      for (int k = 0; k < n; k++) {
        ListColumn s = (ListColumn) in[from[k]];
        t.elements().appendRange(s.elements(), s.start(rows[k]), s.length(rows[k]));
        t.endList();
      }
    } else {
      MapColumn t = (MapColumn) target;
      for (int k = 0; k < n; k++) {
        MapColumn s = (MapColumn) in[from[k]];
        t.keys().appendRange(s.keys(), s.start(rows[k]), s.length(rows[k]));
        t.values().appendRange(s.values(), s.start(rows[k]), s.length(rows[k]));
        t.endMap();
      }
    }
    appendValidity(target, start, in, from, rows, n);
  }

  private static void appendBytes(BytesColumn t, Column[] in, int[] from, int[] rows, int n) {
    long total = 0;
    for (int k = 0; k < n; k++) {
      if (!in[from[k]].isNull(rows[k])) {
        total += ((BytesColumn) in[from[k]]).lengths()[rows[k]];
      }
    }
    // The arena refuses more bytes than it can hold.
    byte[] arena = t.reserveArena((int) Math.min(total, Integer.MAX_VALUE));
    int start = t.size();
    t.setSize(start + n);
    int[] starts = t.starts();
    int[] lengths = t.lengths();
    int at = t.arenaSize();
    for (int k = 0; k < n; k++) {
      BytesColumn s = (BytesColumn) in[from[k]];
      int length = s.isNull(rows[k]) ? 0 : s.lengths()[rows[k]];
      if (length > 0) {
        System.arraycopy(s.arena(), s.starts()[rows[k]], arena, at, length);
      }
      starts[start + k] = at;
      lengths[start + k] = length;
      at += length;
    }
    t.addArenaBytes(at - t.arenaSize());
  }

  private static void appendValidity(
      Column target, int start, Column[] in, int[] from, int[] rows, int n) {
    boolean any = false;
    for (Column c : in) {
      any |= c != null && c.hasNulls();
    }
    if (!any) {
      return; // values that setSize adds are not null
    }
    for (int k = 0; k < n; k++) {
      if (in[from[k]].isNull(rows[k])) {
        target.setNull(start + k);
      }
    }
  }
}
