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
    assertFalse(packer.startsNewBlock(8, 40));
    assertFalse(packer.startsNewBlock(48, 52), "fills the block to its last byte");
    assertTrue(packer.startsNewBlock(100, 60));
    assertTrue(packer.startsNewBlock(160, 41));
    assertTrue(packer.startsNewBlock(201, 250), "larger than a block: one of its own");
    assertTrue(packer.startsNewBlock(451, 1));
    assertEquals(
        List.of(
            new PhysicalBlock(0, 0, 100),
            new PhysicalBlock(0, 100, 60),
            new PhysicalBlock(0, 160, 41),
            new PhysicalBlock(0, 201, 250),
            new PhysicalBlock(0, 451, 49)),
        packer.blocks(500));
    assertEquals(0, packer.blockOf(1, 7));
    assertEquals(4, packer.blockOf(5, 0));
    assertThrows(IllegalArgumentException.class, () -> packer.blockOf(6, 0));
  }

  @Test
  void theHeaderIsLeftAloneOnlyWhereTheFirstRowGroupFitsABlockWithoutIt() {
    assertTrue(packer("packing=many-row-groups(block=100B)").startsNewBlock(8, 100));
    assertFalse(packer("packing=many-row-groups(block=100B)").startsNewBlock(8, 101));
    assertFalse(packer("packing=one-row-group(block=100B)").startsNewBlock(8, 92));
    assertTrue(packer("packing=one-row-group(block=100B)").startsNewBlock(8, 93));
  }

  @Test
  void oneRowGroupToABlock() {
    for (String text : List.of("row-group=1MiB", "row-group=5 rows")) {
      BlockPacker packer = packer(text + "; packing=one-row-group");
      assertFalse(packer.startsNewBlock(8, 10));
      assertTrue(packer.startsNewBlock(18, 10));
      assertTrue(packer.startsNewBlock(28, 0));
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
    assertEquals(128 << 20, packer("default").fileBlockBytes());
    assertEquals(1 << 20, packer("packing=many-row-groups(block=100B)").fileBlockBytes());
    assertEquals(65 << 20, packer("packing=one-row-group;row-group=65537KiB").fileBlockBytes());
    assertEquals(1 << 30, packer("packing=one-row-group;row-group=5 rows").fileBlockBytes());
  }

  @Test
  void whatCannotBeWrittenHasNoPacker() {
    assertThrows(IllegalArgumentException.class, () -> packer("cf"));
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
        packer.startsNewBlock(position, bytes);
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
    return BlockPacker.of(Placement.parse(text));
  }
}
