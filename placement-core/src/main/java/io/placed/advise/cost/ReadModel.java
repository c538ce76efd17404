package io.placed.advise.cost;

import io.placed.advise.order.PageZones;
import io.placed.io.ByteRange;
import io.placed.io.ReadPlanner;
import io.placed.placement.Device;
import io.placed.scan.fetch.PageFetcher;
import io.placed.scan.plan.CopyChoice;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * The bytes and requests of queries under a layout that was not written: places the pages as the
 * writer does, with average sizes, and plans requests for them as the reader does, in steps.
 */
public final class ReadModel {
  /** Between files; no request passes it. */
  private static final long BETWEEN_FILES = 1L << 40;

  private static final long BETWEEN_SIBLINGS = 1L << 32;

  private final PageZones zones;
  private final Device device;
  private final StoredColumns stored;
  private final FetchRules rules;
  private final Unit[] units;

  /** Of all pages. */
  private final double rows;

  /** Bytes per row of each group, and of its dictionaries. */
  private final double[] groupBytes;

  private final double[] groupDictionaries;

  /**
   * What is read apart: a column, or a group whose columns share pages.
   *
   * @param group number of its group
   * @param before bytes per row of the units before it in its group
   * @param dictionariesBefore bytes of their dictionaries
   */
  private record Unit(
      int group,
      int[] columns,
      double bytesPerRow,
      double dictionaryBytes,
      double before,
      double dictionariesBefore) {
    boolean hasOneOf(BitSet wanted) {
      return Arrays.stream(columns).anyMatch(wanted::get);
    }
  }

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
    int groups = stored.groups().size();
    groupBytes = new double[groups];
    groupDictionaries = new double[groups];
    List<Unit> all = new ArrayList<>();
    for (int g = 0; g < groups; g++) {
      for (int[] of : stored.groups().get(g).units()) {
        double bytes = Arrays.stream(of).mapToDouble(c -> columns[c].bytesPerRow()).sum();
        double dictionary = Arrays.stream(of).mapToDouble(c -> columns[c].dictionaryBytes()).sum();
        all.add(new Unit(g, of, bytes, dictionary, groupBytes[g], groupDictionaries[g]));
        groupBytes[g] += bytes;
        groupDictionaries[g] += dictionary;
      }
    }
    units = all.toArray(new Unit[0]);
    double sum = 0;
    for (int p = 0; p < zones.pages(); p++) {
      sum += zones.rows(p);
    }
    rows = sum;
  }

  /**
   * What a query reads.
   *
   * @param columns positions of the columns that it needs
   * @param pages that it reads
   */
  public ReadCost read(BitSet columns, BitSet pages) {
    List<Unit> needed = needed(columns);
    Sum sum = new Sum(stepBytes(needed.size()));
    long offset = 0;
    int page = 0;
    boolean opened = false;
    double files = 0;
    while (page < zones.pages()) {
      int end = page + 1;
      while (end < zones.pages() && !zones.beginsGroup(end)) {
        end++;
      }
      offset = rowGroup(page, end, offset, needed, pages, sum);
      int first = pages.nextSetBit(page);
      if (first >= 0 && first < end && !opened) {
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

  /** The units that have one of the columns, in the copy that the reader chooses. */
  private List<Unit> needed(BitSet columns) {
    List<Unit> all = Arrays.stream(units).filter(u -> u.hasOneOf(columns)).toList();
    int copy = CopyChoice.cheapest(stored.copies(), k -> cost(all, k));
    return all.stream().filter(u -> copyOf(u) == copy).toList();
  }

  private CopyChoice.Cost cost(List<Unit> needed, int copy) {
    List<Unit> own = needed.stream().filter(u -> copyOf(u) == copy).toList();
    double bytes = own.stream().mapToDouble(u -> u.bytesPerRow * rows + u.dictionaryBytes).sum();
    return new CopyChoice.Cost(bytes, (int) own.stream().mapToInt(Unit::group).distinct().count());
  }

  private int copyOf(Unit u) {
    return stored.groups().get(u.group).copy();
  }

  private double stepBytes(int columns) {
    return rules.steps() == null
        ? Double.POSITIVE_INFINITY
        : rules.steps().bytes(device, columns, false);
  }

  /** Where a row group has its parts. */
  private final class Places {
    private final int from;
    private final double rows;

    /** Rows before each page. */
    private final double[] before;

    /** Of each group, and the end of the last one. */
    private final double[] starts = new double[groupBytes.length + 1];

    /**
     * @param from first page
     * @param to end of its pages, exclusive
     * @param offset where it begins
     */
    Places(int from, int to, long offset) {
      this.from = from;
      before = new double[to - from];
      double sum = 0;
      for (int p = from; p < to; p++) {
        before[p - from] = sum;
        sum += zones.rows(p);
      }
      rows = sum;
      starts[0] = offset;
      for (int g = 0; g < groupBytes.length; g++) {
        starts[g + 1] = starts[g] + groupDictionaries[g] + groupBytes[g] * rows;
        boolean last = g + 1 == groupBytes.length;
        boolean ends = !last && stored.groups().get(g + 1).file() != stored.groups().get(g).file();
        starts[g + 1] += ends ? BETWEEN_SIBLINGS : 0;
      }
    }

    long end() {
      return Math.round(starts[groupBytes.length]);
    }

    double dictionary(Unit u) {
      double own = starts[u.group] + u.dictionariesBefore;
      return isInterleaved(u) ? own : own + u.before * rows;
    }

    double page(Unit u, int page) {
      return isInterleaved(u)
          ? starts[u.group]
              + groupDictionaries[u.group]
              + groupBytes[u.group] * before[page - from]
              + u.before * zones.rows(page)
          : dictionary(u) + u.dictionaryBytes + u.bytesPerRow * before[page - from];
    }

    private boolean isInterleaved(Unit u) {
      return stored.groups().get(u.group).interleaved();
    }
  }

  /** Adds the requests of a row group, and returns where the next one begins. */
  private long rowGroup(int from, int to, long offset, List<Unit> needed, BitSet pages, Sum sum) {
    Places places = new Places(from, to, offset);
    if (rules.overrunBytes() > 0) {
      overrunning(from, to, places, needed, pages, sum);
      return places.end();
    }
    boolean first = true;
    for (int p = pages.nextSetBit(from); p >= 0 && p < to; p = pages.nextSetBit(p + 1)) {
      List<ByteRange> parts = new ArrayList<>();
      for (Unit u : needed) {
        if (first && u.dictionaryBytes > 0) {
          double at = places.dictionary(u);
          add(parts, at, at + u.dictionaryBytes);
        }
        double at = places.page(u, p);
        add(parts, at, at + u.bytesPerRow * zones.rows(p));
      }
      first = false;
      sum.add(parts);
    }
    sum.endStep();
    return places.end();
  }

  /** Adds the requests of a row group whose reader reads beyond the pages. */
  private void overrunning(
      int from, int to, Places places, List<Unit> needed, BitSet pages, Sum sum) {
    int any = pages.nextSetBit(from);
    if (any < 0 || any >= to) {
      return;
    }
    List<ByteRange> parts = new ArrayList<>();
    for (Unit u : needed) {
      double runStart = places.dictionary(u);
      double runEnd = runStart + u.dictionaryBytes;
      double columnEnd = runEnd + u.bytesPerRow * places.rows;
      for (int p = any; p >= 0 && p < to; p = pages.nextSetBit(p + 1)) {
        double at = places.page(u, p);
        double end = at + u.bytesPerRow * zones.rows(p) + rules.overrunBytes();
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
      int gap = rules.gapBytes() < 0 ? PageFetcher.maxGap(device) : rules.gapBytes();
      for (ReadPlanner.Request r : PageFetcher.plan(step, gap)) {
        requests++;
        read += r.length();
      }
      bytes += stepBytes;
      step.clear();
      stepBytes = 0;
    }
  }
}
