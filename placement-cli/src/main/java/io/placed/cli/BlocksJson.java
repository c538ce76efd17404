package io.placed.cli;

import io.placed.cli.store.TableBlocks;
import io.placed.cli.store.TableBlocks.Physical;
import io.placed.io.FileBlocks;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** The JSON document of {@code placed blocks --json} for one table. */
record BlocksJson(
    String path,
    long rows,
    long bytes,
    int files,
    Collection<String> placements,
    boolean fileSystemHasBlocks,
    Collection<Long> fileSystemBlockBytes,
    Collection<Long> placementBlockBytes,
    Integer fileSystemBlocks,
    Long exactBlocks,
    int rowGroups,
    int straddlingRowGroups,
    long paddingBytes,
    double paddingFraction,
    Integer colocatedRowGroups,
    Integer sameNodesRowGroups,
    List<Block> physicalBlocks) {

  /** A physical block; {@code fileSystemBlocks} if the file system reports blocks. */
  record Block(
      String file,
      int number,
      long offset,
      long length,
      Collection<Integer> rowGroups,
      Collection<Integer> columnGroups,
      int straddlingRowGroups,
      long paddingBytes,
      Boolean exact,
      Integer replication,
      Optional<List<Stored>> fileSystemBlocks,
      Optional<List<Range>> blocksOfThatSize) {}

  /** A block that the file system reports. */
  record Stored(
      long offset,
      long length,
      boolean corrupt,
      Collection<String> nodes,
      Collection<String> hosts) {}

  /** A block that a file system with blocks of the placement's size would have. */
  record Range(long offset, long length) {}

  static BlocksJson of(String path, TableBlocks t) {
    boolean known = t.known();
    return new BlocksJson(
        path,
        t.rows(),
        t.bytes(),
        t.files(),
        t.placements(),
        known,
        t.blockSizes(),
        t.configured(),
        known ? t.storedBlocks() : null,
        known ? t.exactBlocks() : null,
        t.rowGroups(),
        t.straddlingRowGroups(),
        t.padding(),
        t.bytes() == 0 ? 0 : (double) t.padding() / t.bytes(),
        known ? t.together() : null,
        known ? t.sameNodes() : null,
        t.blocks().stream().map(b -> block(b, known)).toList());
  }

  private static Block block(Physical b, boolean known) {
    return new Block(
        b.file(),
        b.number(),
        b.offset(),
        b.length(),
        b.rowGroups(),
        b.groups(),
        b.straddling(),
        b.padding(),
        known ? b.exact() : null,
        known ? b.replication() : null,
        known
            ? Optional.of(b.stored().stream().map(BlocksJson::stored).toList())
            : Optional.empty(),
        known
            ? Optional.empty()
            : Optional.of(b.stored().stream().map(BlocksJson::range).toList()));
  }

  private static Stored stored(FileBlocks.Block b) {
    return new Stored(b.offset(), b.length(), b.corrupt(), b.nodes(), b.hosts());
  }

  private static Range range(FileBlocks.Block b) {
    return new Range(b.offset(), b.length());
  }
}
