package io.placed.placement.pack;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.placement.Placement;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BlockPackerTest {
  @Test
  void aRowGroupThatDoesNotFitStartsTheNextBlock() {
    BlockPacker packer = packer("packing=many-row-groups(block=100B)");
    assertFalse(packer.startsNewBlock(0, 8, 40));
    assertFalse(packer.startsNewBlock(0, 48, 52), "fills the block to its last byte");
    assertTrue(packer.startsNewBlock(0, 100, 60));
    assertTrue(packer.startsNewBlock(0, 160, 41));
    assertTrue(packer.startsNewBlock(0, 201, 250), "larger than a block: one of its own");
    assertTrue(packer.startsNewBlock(0, 451, 1));
    assertEquals(
        List.of(
            new PhysicalBlock(0, 0, 100),
            new PhysicalBlock(0, 100, 60),
            new PhysicalBlock(0, 160, 41),
            new PhysicalBlock(0, 201, 250),
            new PhysicalBlock(0, 451, 49)),
        packer.blocks(500));
    assertEquals(0, packer.blockOf(1, 1));
    assertThrows(IllegalArgumentException.class, () -> packer.blockOf(1, 2));
    assertEquals(4, packer.blockOf(5, 0));
    assertThrows(IllegalArgumentException.class, () -> packer.blockOf(6, 0));
  }

  @Test
  void theHeaderIsLeftAloneOnlyWhereTheFirstRowGroupFitsABlockWithoutIt() {
    assertTrue(packer("packing=many-row-groups(block=100B)").startsNewBlock(0, 8, 100));
    assertFalse(packer("packing=many-row-groups(block=100B)").startsNewBlock(0, 8, 101));
    assertFalse(packer("packing=one-row-group(block=100B)").startsNewBlock(0, 8, 92));
    assertTrue(packer("packing=one-row-group(block=100B)").startsNewBlock(0, 8, 93));
  }

  @Test
  void oneRowGroupToABlock() {
    for (String text : List.of("row-group=1MiB", "row-group=5 rows")) {
      BlockPacker packer = packer(text + "; packing=one-row-group");
      assertFalse(packer.startsNewBlock(0, 8, 10));
      assertTrue(packer.startsNewBlock(0, 18, 10));
      assertTrue(packer.startsNewBlock(0, 28, 0));
      assertEquals(3, packer.blocks(60).size());
      assertEquals(2, packer.blockOf(2, 0));
    }
  }

  @Test
  void aFileWithoutRowGroupsIsOneBlock() {
    assertEquals(List.of(new PhysicalBlock(0, 0, 9)), packer("default").blocks(9));
  }

  @Test
  void filesAskForBlocksInWholeMebibytes() {
    assertEquals(128 << 20, packer("default").fileBlockBytes(0));
    assertEquals(1 << 20, packer("packing=many-row-groups(block=100B)").fileBlockBytes(0));
    assertEquals(65 << 20, packer("packing=one-row-group;row-group=65537KiB").fileBlockBytes(0));
    assertEquals(1 << 30, packer("packing=one-row-group;row-group=5 rows").fileBlockBytes(0));
  }

  @Test
  void everySubsetHasItsFile() {
    BlockPacker cf = packer("cf");
    assertEquals(List.of(1, 2, 3, 4), files(cf, 2, 2));
    assertTrue(cf.filesPerRowGroup() && cf.siblingsOnly());
    BlockPacker runs = packer("packing=column-group-runs(block=100B)");
    assertEquals(List.of(1, 2, 1, 2), files(runs, 2, 2));
    BlockPacker spread = BlockPacker.of(Placement.parse("packing=files(3)"), 7);
    assertEquals(List.of(1, 1, 1, 2, 2, 3, 3), files(spread, 1, 7));
    assertEquals(3, spread.siblings());
    BlockPacker copies = BlockPacker.of(Placement.parse("packing=copies(files(2); all)"), 4, 2);
    assertEquals(List.of(1, 1, 2, 2, 3, 4), files(copies, 1, 6));
    copies = BlockPacker.of(Placement.parse("packing=copies(one-row-group; all)"), 2, 1);
    assertEquals(List.of(0, 0, 1, 0, 0, 1), files(copies, 2, 3));
    assertFalse(copies.siblingsOnly());
    assertEquals(1, copies.siblings());
    copies = BlockPacker.of(Placement.parse("packing=copies(file-per-subset; all)"), 2, 1);
    assertEquals(List.of(1, 2, 3, 4, 5, 6), files(copies, 2, 3));
    var e =
        assertThrows(
            IllegalArgumentException.class,
            () -> BlockPacker.of(Placement.parse("packing=files(3)"), 2));
    assertTrue(e.getMessage().contains("files(3) needs at least 3"), e.getMessage());
  }

  private static List<Integer> files(BlockPacker packer, int rowGroups, int groups) {
    List<Integer> files = new ArrayList<>();
    for (int x = 0; x < rowGroups; x++) {
      for (int y = 0; y < groups; y++) {
        files.add(packer.fileOf(x, y));
      }
    }
    return files;
  }

  @Test
  void blocksAreCountedThroughAllFiles() {
    BlockPacker packer = packer("packing=column-group-runs(block=100B)");
    assertFalse(packer.startsNewBlock(1, 10, 60));
    assertFalse(packer.startsNewBlock(2, 10, 30));
    assertTrue(packer.startsNewBlock(1, 70, 60));
    assertFalse(packer.startsNewBlock(2, 40, 30));
    assertFalse(packer.endStartsNewBlock(2, 70, 30));
    assertTrue(packer.endStartsNewBlock(1, 130, 41));
    assertEquals(
        List.of(
            new PhysicalBlock(0, 0, 20),
            new PhysicalBlock(1, 0, 70),
            new PhysicalBlock(1, 70, 60),
            new PhysicalBlock(1, 130, 41),
            new PhysicalBlock(2, 0, 100)),
        packer.blocks(20, 171, 100));
    assertEquals(1, packer.blockOf(0, 0));
    assertEquals(2, packer.blockOf(1, 0));
    assertEquals(4, packer.blockOf(0, 1));
    assertEquals(4, packer.blockOf(1, 1));
    assertThrows(IllegalArgumentException.class, () -> packer.blockOf(2, 0));
  }

  @Test
  void noRowGroupStraddlesAndBlocksCoverTheFile() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int i = 0; i < 500; i++) {
      long block = 1 + random.nextInt(2000);
      boolean one = random.nextInt(3) == 0;
      BlockPacker packer =
          packer(
              "packing=" + (one ? "one-row-group" : "many-row-groups") + "(block=" + block + "B)");
      long position = random.nextInt(30);
      List<long[]> groups = new ArrayList<>();
      for (int g = random.nextInt(60); g > 0; g--) {
        long bytes = random.nextInt((int) block + random.nextInt(20));
        packer.startsNewBlock(0, position, bytes);
        groups.add(new long[] {position, bytes});
        position += bytes;
      }
      long length = position + random.nextInt(30);
      List<PhysicalBlock> blocks = packer.blocks(length);
      long end = 0;
      for (PhysicalBlock b : blocks) {
        assertEquals(end, b.offset(), "seed " + seed);
        end += b.length();
      }
      assertEquals(length, end, "seed " + seed);
      int[] perBlock = new int[blocks.size()];
      for (int g = 0; g < groups.size(); g++) {
        long[] group = groups.get(g);
        PhysicalBlock b = blocks.get(packer.blockOf(g, 0));
        perBlock[packer.blockOf(g, 0)]++;
        assertTrue(
            group[0] >= b.offset() && group[0] + group[1] <= b.offset() + b.length(),
            "seed " + seed);
        assertTrue(group[0] + group[1] - b.offset() <= block || group[1] > block, "seed " + seed);
      }
      for (int n : perBlock) {
        assertTrue(!one || n <= 1, "seed " + seed);
      }
    }
  }

  private static BlockPacker packer(String text) {
    return BlockPacker.of(Placement.parse(text), 2);
  }
}
