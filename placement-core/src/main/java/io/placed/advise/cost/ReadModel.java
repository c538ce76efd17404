package io.placed.advise.cost;

import io.placed.advise.order.PageZones;
import io.placed.io.ByteRange;
import io.placed.io.ReadPlanner;
import io.placed.placement.Device;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * The bytes and requests of queries under a layout that was not written: places the pages as the
 * writer does, with average sizes, and plans requests for them as the reader does, in steps.
 */
public final class ReadModel {
  /** As in the reader. */
  private static final int MAX_GAP = 2 << 20;

  private static final int MAX_REQUEST = 8 << 20;
  private static final int LOCAL_STEP = 2 << 20;
  private static final int MAX_STEP = 64 << 20;

  /** Break-even gap above which a round trip is waited for, as on servers and object stores. */
  private static final double LOCAL_SEEK_BYTES = 256 << 10;

  /** Between files; no request passes it. */
  private static final long BETWEEN_FILES = 1L << 40;

  private static final long BETWEEN_SIBLINGS = 1L << 32;

  private final PageZones zones;
  private final Device device;
  private final StoredColumns stored;
  private final FetchRules rules;
  private final double[] bytesPerRow;
  private final double[] dictionaryBytes;

  /**
   * @param columns by position in the schema
   * @param rules of the format's reader
   */
  public ReadModel(
      PageZones zones,
      Device device,
      StoredColumns stored,
      ColumnCost[] columns,
      FetchRules rules) {
    this.rules = rules;
    this.zones = zones;
    this.device = device;
    this.stored = stored;
    bytesPerRow = new double[stored.units().size()];
    dictionaryBytes = new double[bytesPerRow.length];
    for (int u = 0; u < bytesPerRow.length; u++) {
      for (int c : stored.units().get(u)) {
        bytesPerRow[u] += columns[c].bytesPerRow();
        dictionaryBytes[u] += columns[c].dictionaryBytes();
      }
    }
  }

  /**
   * What a query reads.
   *
   * @param columns positions of the columns that it needs
   * @param pages that it reads
   */
  public ReadCost read(BitSet columns, BitSet pages) {
    int[] units = units(columns);
    Sum sum = new Sum(stepBytes(units.length));
    long offset = 0;
    int page = 0;
    boolean opened = false;
    double files = 0;
    while (page < zones.pages()) {
      int end = page + 1;
      while (end < zones.pages() && !zones.beginsGroup(end)) {
        end++;
      }
      offset = rowGroup(page, end, offset, units, pages, sum);
      int needed = pages.nextSetBit(page);
      if (needed >= 0 && needed < end && !opened) {
        opened = true;
        files++; // Siblings have no footer.
      }
      if (end < zones.pages() && zones.begins(end)) {
        offset += BETWEEN_FILES;
        opened = false;
      }
      page = end;
    }
    return new ReadCost(sum.bytes, sum.read, sum.requests, zones.rows(pages), files);
  }

  /** Numbers of the units that have one of the columns. */
  private int[] units(BitSet columns) {
    List<Integer> out = new ArrayList<>();
    for (int u = 0; u < bytesPerRow.length; u++) {
      boolean needed = false;
      for (int c : stored.units().get(u)) {
        needed |= columns.get(c);
      }
      if (needed) {
        out.add(u);
      }
    }
    return out.stream().mapToInt(Integer::intValue).toArray();
  }

  private double stepBytes(int columns) {
    double seek = device.seekBytes();
    return seek <= LOCAL_SEEK_BYTES
        ? LOCAL_STEP
        : Math.max(LOCAL_STEP, Math.min(MAX_STEP, 9 * seek * columns));
  }

  /** Adds the requests of a row group, and returns where the next one begins. */
  private long rowGroup(int from, int to, long offset, int[] units, BitSet pages, Sum sum) {
    double rows = 0;
    double[] before = new double[to - from];
    for (int p = from; p < to; p++) {
      before[p - from] = rows;
      rows += zones.rows(p);
    }
    double[] starts = new double[bytesPerRow.length + 1];
    for (int u = 0; u < bytesPerRow.length; u++) {
      starts[u + 1] = starts[u] + dictionaryBytes[u] + bytesPerRow[u] * rows;
      boolean last = u + 1 == bytesPerRow.length;
      boolean ends = !last && !stored.files().get(u + 1).equals(stored.files().get(u));
      starts[u + 1] += ends ? BETWEEN_SIBLINGS : 0;
    }
    if (rules.overrunBytes() > 0) {
      overrunning(from, to, offset, units, pages, before, starts, sum);
      return offset + Math.round(starts[bytesPerRow.length]);
    }
    boolean first = true;
    for (int p = pages.nextSetBit(from); p >= 0 && p < to; p = pages.nextSetBit(p + 1)) {
      List<ByteRange> parts = new ArrayList<>();
      for (int u : units) {
        double start = offset + starts[u];
        if (first && dictionaryBytes[u] > 0) {
          add(parts, start, start + dictionaryBytes[u]);
        }
        double at = start + dictionaryBytes[u] + bytesPerRow[u] * before[p - from];
        add(parts, at, at + bytesPerRow[u] * zones.rows(p));
      }
      first = false;
      sum.add(parts);
    }
    sum.endStep();
    return offset + Math.round(starts[bytesPerRow.length]);
  }

  /** Adds the requests of a row group whose reader reads beyond the pages. */
  private void overrunning(
      int from,
      int to,
      long offset,
      int[] units,
      BitSet pages,
      double[] before,
      double[] starts,
      Sum sum) {
    int any = pages.nextSetBit(from);
    if (any < 0 || any >= to) {
      return;
    }
    List<ByteRange> parts = new ArrayList<>();
    for (int u : units) {
      double start = offset + starts[u];
      double columnEnd = offset + starts[u + 1];
      double data = start + dictionaryBytes[u];
      double runStart = start;
      double runEnd = data;
      for (int p = any; p >= 0 && p < to; p = pages.nextSetBit(p + 1)) {
        double at = data + bytesPerRow[u] * before[p - from];
        double end = at + bytesPerRow[u] * zones.rows(p) + rules.overrunBytes();
        if (at > runEnd) {
          add(parts, runStart, runEnd);
          runStart = at;
        }
        runEnd = Math.max(runEnd, Math.min(columnEnd, end));
      }
      add(parts, runStart, runEnd);
    }
    sum.add(parts);
    sum.endStep();
  }

  private static void add(List<ByteRange> parts, double from, double to) {
    long start = Math.round(from);
    int length = (int) Math.min(ReadPlanner.MAX_REQUEST, Math.round(to) - start);
    if (length > 0) {
      parts.add(new ByteRange(start, length));
    }
  }

  /** Sums over the steps of a scan. */
  private final class Sum {
    final double limit;
    final List<ByteRange> step = new ArrayList<>();
    long stepBytes;
    double bytes;
    double read;
    double requests;

    Sum(double limit) {
      this.limit = limit;
    }

    void add(List<ByteRange> page) {
      long size = page.stream().mapToLong(ByteRange::length).sum();
      if (stepBytes > 0 && stepBytes + size > limit) {
        endStep();
      }
      step.addAll(page);
      stepBytes += size;
    }

    void endStep() {
      int gap =
          rules.gapBytes() < 0 ? (int) Math.min(MAX_GAP, device.seekBytes()) : rules.gapBytes();
      int longest = step.stream().mapToInt(ByteRange::length).max().orElse(1);
      for (ReadPlanner.Request r : ReadPlanner.plan(step, gap, Math.max(MAX_REQUEST, longest))) {
        requests++;
        read += r.length();
      }
      bytes += stepBytes;
      step.clear();
      stepBytes = 0;
    }
  }
}
