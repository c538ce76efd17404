package io.placed.scan.plan;

import io.placed.format.v1.ChunkEntry;
import io.placed.format.v1.RowGroupEntry;
import io.placed.scan.fetch.PageFetcher;
import io.placed.scan.fetch.PartUser;
import io.placed.scan.fetch.ScanStep;
import io.placed.scan.request.PageShare;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** Plans which pages a scan reads, row group by row group, in steps that fit in memory. */
public final class StepPlanner {
  /** If a smaller fraction of a row group is read, its reads are considered sparse. */
  private static final double SPARSE = 0.9;

  private final List<RowGroupEntry> rowGroups;
  private final PageSelection selection;
  private final ChosenRows chosen;
  private final LivePages live;
  private final List<PartUser> users;
  private int stepBytes;
  private final PageShare share;
  private final int end;
  private int rowGroup;
  private long firstRow;
  private int[] pages = new int[0];
  private int planned;
  private boolean pruned;
  private boolean sparse;

  /**
   * @param selection null = all pages
   * @param chosen selects among the remaining pages; null = all of them
   * @param live pages without a row that is not deleted are not read
   * @param users readers that need parts of the file for each page
   * @param stepBytes size of a step, unless one page needs more
   * @param first first row group
   * @param end end of the row groups, exclusive
   * @param share part of the pages of each row group
   */
  public StepPlanner(
      List<RowGroupEntry> rowGroups,
      PageSelection selection,
      ChosenRows chosen,
      LivePages live,
      List<PartUser> users,
      int stepBytes,
      int first,
      int end,
      PageShare share) {
    this.rowGroups = rowGroups;
    this.selection = selection;
    this.chosen = chosen;
    this.live = live;
    this.users = users;
    this.stepBytes = stepBytes;
    this.share = share;
    this.end = Math.min(end, rowGroups.size());
    this.rowGroup = Math.min(first, this.end) - 1;
    for (int g = 0; g < rowGroup; g++) {
      firstRow += rowGroups.get(g).rows();
    }
  }

  /** Limits the size of further steps. */
  public void limit(int bytes) {
    stepBytes = Math.min(stepBytes, bytes);
  }

  /** The next step; null if there is none. */
  public ScanStep next() throws IOException {
    if (planned < pages.length) {
      return step(0);
    }
    if (rowGroup + 1 >= end) {
      return null;
    }
    if (rowGroup >= 0) {
      firstRow += rowGroups.get(rowGroup).rows();
    }
    rowGroup++;
    int inGroup = rowGroups.get(rowGroup).pages();
    int all = share.end(inGroup) - share.first(inGroup);
    boolean ruledOut = selection != null && !selection.mayMatch(rowGroup);
    pages = ruledOut ? new int[0] : chosen(live.live(rowGroup, firstRow, choose(inGroup)));
    planned = 0;
    if (pages.length == 0) {
      return new ScanStep(
          rowGroup,
          firstRow,
          all,
          columnBytes(),
          share.number() == 0,
          ruledOut,
          0,
          pages,
          List.of(),
          0,
          0,
          true,
          true);
    }
    pruned = pages.length < SPARSE * all;
    sparse = pruned || !share.isAll() || bytes() < SPARSE * rowGroups.get(rowGroup).length();
    return step(all);
  }

  /**
   * @param all number of pages of the row group
   */
  private int[] choose(int all) throws IOException {
    int first = share.first(all);
    int end = share.end(all);
    if (selection != null) {
      int[] some = selection.pages(rowGroup);
      return share.isAll()
          ? some
          : Arrays.stream(some).filter(p -> p >= first && p < end).toArray();
    }
    return IntStream.range(first, end).toArray();
  }

  private int[] chosen(int[] some) throws IOException {
    if (chosen == null) {
      return some;
    }
    int n = 0;
    for (int p : some) {
      if (chosen.mayChoose(rowGroup, firstRow, p)) {
        some[n++] = p;
      }
    }
    return Arrays.copyOf(some, n);
  }

  /** Bytes of all pages in the table file; a row group's bytes do not include siblings. */
  private long bytes() {
    long sum = 0;
    for (PartUser user : users) {
      ChunkEntry chunk = user.chunk(rowGroup);
      sum += chunk.file() == 0 ? chunk.storedBytes() : 0;
    }
    return sum;
  }

  /** Bytes of the used columns in the row group; of a part of it about so many. */
  private long columnBytes() {
    long sum = 0;
    for (PartUser user : users) {
      sum += user.chunk(rowGroup).storedBytes();
    }
    return share.part(sum);
  }

  /** The next pages that fit, at least one. */
  private ScanStep step(int all) {
    List<PageFetcher.Wanted> parts = new ArrayList<>();
    long bytes = 0;
    long excess = 0;
    int from = planned;
    int to = from;
    while (to < pages.length) {
      List<PageFetcher.Wanted> more = new ArrayList<>();
      long pageExcess = 0;
      for (PartUser user : users) {
        pageExcess += user.elementExcess(rowGroup, pages[to]);
        user.addParts(rowGroup, pages[to], to == 0, more);
      }
      long size = 0;
      for (PageFetcher.Wanted w : more) {
        size += w.part().length();
      }
      if (to > from && bytes + size > stepBytes) {
        break;
      }
      bytes += size;
      // The maximum, because pages are decoded one after the other.
      excess = Math.max(excess, pageExcess);
      parts.addAll(more);
      to++;
    }
    planned = to;
    return new ScanStep(
        rowGroup,
        firstRow,
        all,
        all == 0 ? 0 : columnBytes(),
        share.number() == 0,
        false,
        all == 0 ? 0 : pages.length,
        Arrays.copyOfRange(pages, from, to),
        parts,
        bytes,
        excess,
        pruned,
        sparse);
  }
}
