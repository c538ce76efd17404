package io.placed.advise.order;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.placement.Reordering;
import io.placed.placement.SortKey;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Zone maps of pages, by keys of rows. */
class OrderedPagesTest {
  private static final int ROWS = 6400;
  private static final int PAGE_ROWS = 100;

  private static CodeBatch rows(int partition) {
    Random random = new Random(partition);
    char[] codes = new char[ROWS];
    for (int i = 0; i < ROWS; i++) {
      codes[i] = (char) (1 + random.nextInt(60_000));
    }
    return new CodeBatch(new char[][] {codes}, ROWS, partition);
  }

  /** Runs of rows of a large table do not come from all of its partitions. */
  @Test
  void partitionsWithoutSampledRowsAreOrderedToo() {
    CandidateOrder sort =
        CandidateOrder.sort(new Reordering.Sort(List.of(SortKey.asc("a"))), new int[] {0});
    CodeBatch sampled = rows(0);
    OrderedPages pages = new OrderedPages(sort, 1, List.of(sampled), 1, 3 * ROWS / PAGE_ROWS);
    for (CodeBatch some : List.of(sampled, rows(1), rows(2))) {
      pages.add(new BatchKeys(some));
    }
    PageZones zones = pages.pages(PAGE_ROWS);
    assertEquals(3 * ROWS / PAGE_ROWS, zones.pages());
    BitSet read = zones.matching(List.of(new CodeCondition(0, new int[] {30_000, 30_900})));
    // 1.5 % of the rows: two or three pages of 64 of each partition, and those beside them.
    assertTrue(zones.rows(read) <= 3 * 5 * PAGE_ROWS, read::toString);
  }

  /** Even if their keys are frequent ones, which would have buckets of their own. */
  @Test
  void furtherPartitionsHaveOneBucketEach() {
    CandidateOrder sort =
        CandidateOrder.sort(new Reordering.Sort(List.of(SortKey.asc("a"))), new int[] {0});
    char[] codes = new char[1000];
    Arrays.fill(codes, (char) 7);
    CodeBatch sampled = new CodeBatch(new char[][] {codes}, codes.length, 0);
    OrderedPages pages = new OrderedPages(sort, 1, List.of(sampled), 1, 10);
    int partitions = 0;
    int before = 0;
    while (pages.buckets() <= (1 << 17) + 1000) {
      before = pages.buckets();
      partitions++;
      pages.add(
          new BatchKeys(new CodeBatch(new char[][] {{7, 8, (char) partitions}}, 3, partitions)));
    }
    assertEquals(before + 1, pages.buckets());
    double[] expected = pages.expectedRows();
    assertEquals(1000, expected[expected.length - 1]);
    assertEquals(3L * partitions, pages.pages(PAGE_ROWS).rows(all(pages.pages(PAGE_ROWS))));
  }

  private static BitSet all(PageZones zones) {
    BitSet all = new BitSet();
    all.set(0, zones.pages());
    return all;
  }
}
