package io.placed.io;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.io.ReadPlanner.Request;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ReadPlannerTest {

  @Test
  void mergesSmallGapsAndKeepsLargeOnes() {
    List<ByteRange> needed =
        List.of(new ByteRange(40, 10), new ByteRange(0, 10), new ByteRange(19, 1));
    assertEquals(
        List.of(new Request(0, 20, 11), new Request(40, 10, 10)),
        ReadPlanner.plan(needed, 10, 1000));
    assertEquals(3, ReadPlanner.plan(needed, 9, 1000).size());
    assertEquals(List.of(new Request(0, 50, 21)), ReadPlanner.plan(needed, 21, 50));
    assertEquals(2, ReadPlanner.plan(needed, 21, 49).size());
  }

  @Test
  void touchingRangesNeedNoGap() {
    List<ByteRange> needed = List.of(new ByteRange(0, 5), new ByteRange(5, 5));
    assertEquals(List.of(new Request(0, 10, 10)), ReadPlanner.plan(needed, 0, 100));
    assertEquals(
        List.of(new Request(0, 5, 5), new Request(5, 5, 5)), ReadPlanner.plan(needed, 0, 9));
  }

  @Test
  void worksAtTheEdgesOfNumbers() {
    ByteRange large = new ByteRange(Long.MAX_VALUE - Integer.MAX_VALUE, Integer.MAX_VALUE);
    assertEquals(
        2, ReadPlanner.plan(List.of(large), Integer.MAX_VALUE, ReadPlanner.MAX_REQUEST).size());
    assertEquals(
        2,
        ReadPlanner.plan(
                List.of(new ByteRange(0, 1), large), Integer.MAX_VALUE, Integer.MAX_VALUE - 8)
            .stream()
            .filter(r -> r.offset() >= large.offset())
            .count());
    assertThrows(
        IllegalArgumentException.class, () -> ReadPlanner.plan(List.of(), 0, Integer.MAX_VALUE));
    assertThrows(IllegalArgumentException.class, () -> ReadPlanner.plan(List.of(), -1, 1));
    assertThrows(IllegalArgumentException.class, () -> new ByteRange(Long.MAX_VALUE, 1));
  }

  @Test
  void keepsItsPromises() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    for (int round = 0; round < 5_000; round++) {
      int size = 1 + random.nextInt(400);
      List<ByteRange> needed = new ArrayList<>();
      BitSet wanted = new BitSet();
      for (int n = random.nextInt(12); n > 0; n--) {
        int offset = random.nextInt(size);
        int length = random.nextInt(Math.min(60, size - offset + 1));
        needed.add(new ByteRange(offset, length));
        wanted.set(offset, offset + length);
      }
      int maxGap = random.nextInt(30);
      int maxRequest = 1 + random.nextInt(120);
      check(
          needed,
          wanted,
          maxGap,
          maxRequest,
          "seed " + seed + " round " + round + " " + needed + " " + maxGap + " " + maxRequest);
    }
  }

  private static void check(
      List<ByteRange> needed, BitSet wanted, int maxGap, int maxRequest, String context) {
    List<Request> requests = ReadPlanner.plan(needed, maxGap, maxRequest);
    BitSet read = new BitSet();
    long end = -1;
    int sum = 0;
    for (Request r : requests) {
      assertTrue(r.offset() >= end && r.length() > 0 && r.length() <= maxRequest, context);
      end = r.end();
      sum += r.needed();
      BitSet own = wanted.get((int) r.offset(), (int) r.end());
      assertEquals(r.needed(), own.cardinality(), context);
      assertTrue(own.get(0) && own.get(r.length() - 1), context);
      for (int at = own.nextClearBit(0); at < r.length(); at = own.nextClearBit(at)) {
        int next = own.nextSetBit(at);
        assertTrue(next - at < maxGap, context);
        at = next;
      }
      read.set((int) r.offset(), (int) r.end());
    }
    assertEquals(wanted.cardinality(), sum, context);
    wanted.stream()
        .forEach(
            b -> {
              assertTrue(read.get(b), context);
              Request r = requests.get(ReadPlanner.find(requests, b));
              assertTrue(r.offset() <= b && b < r.end(), context);
            });
    assertThrows(IllegalArgumentException.class, () -> ReadPlanner.find(requests, 1_000_000));
  }
}
