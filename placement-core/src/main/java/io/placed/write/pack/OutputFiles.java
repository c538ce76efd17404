package io.placed.write.pack;

import io.placed.error.CorruptFileException;
import io.placed.format.v1.BlockEntry;
import io.placed.format.v1.FormatV1;
import io.placed.format.v1.PartPointer;
import io.placed.format.v1.SiblingEntry;
import io.placed.io.CreateOptions;
import io.placed.io.FileStore;
import io.placed.io.IoCounters;
import io.placed.io.PathNames;
import io.placed.io.PositionOutput;
import io.placed.placement.Packing;
import io.placed.placement.pack.BlockPacker;
import io.placed.scan.FileReader;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * The table file, number 0, and its siblings, numbered in the order of their creation. Siblings are
 * created under their final names: readers find them only through the table file, which becomes
 * visible last.
 */
public final class OutputFiles {
  private final FileStore store;
  private final String path;
  private final UUID fileId;
  private final BlockPacker packer;
  private final PositionOutput mainOutput;
  private final PartWriter main;
  private final List<Sibling> siblings = new ArrayList<>();
  private long siblingBytes;
  private boolean closing;

  /** Preferred nodes of siblings; empty without a preference. */
  private List<String> nodes = List.of();

  /** The row group of these nodes. */
  private int nodesOf = -1;

  private static final class Sibling {
    final String path;
    final UUID id;
    final PositionOutput output;
    final PartWriter out;
    SiblingEntry entry;

    Sibling(String path, UUID id, PositionOutput output, PartWriter out) {
      this.path = path;
      this.id = id;
      this.output = output;
      this.out = out;
    }
  }

  public OutputFiles(
      FileStore store, String path, UUID fileId, BlockPacker packer, boolean overwrite)
      throws IOException {
    this.store = store;
    this.path = path;
    this.fileId = fileId;
    this.packer = packer;
    this.mainOutput =
        store.create(path, new CreateOptions(overwrite, packer.fileBlockBytes(0), true));
    try {
      this.main = PartWriter.start(mainOutput, fileId, FormatV1.ROLE_TABLE);
    } catch (IOException | RuntimeException e) {
      mainOutput.abort();
      throw e;
    }
  }

  /** The table file. */
  public PartWriter main() {
    return main;
  }

  /** Bytes written to storage so far. */
  public long bytesWritten() {
    long sum = main.position() + siblingBytes;
    for (Sibling s : siblings) {
      sum += s.entry == null ? s.out.position() : 0;
    }
    return sum;
  }

  /**
   * Returns a file, creating it if it is the next one.
   *
   * @param rowGroup the first row group to be written to it
   * @param bytes its expected size
   */
  PartWriter file(int number, int rowGroup, long bytes) throws IOException {
    if (number == 0) {
      return main;
    }
    if (number > siblings.size()) {
      start(rowGroup, bytes);
    }
    return siblings.get(number - 1).out;
  }

  private void start(int rowGroup, long bytes) throws IOException {
    int number = siblings.size() + 1;
    if (number > SiblingEntry.MAX_COUNT) {
      throw new IllegalArgumentException(
          Packing.SETTING
              + ": "
              + path
              + " needs more than "
              + SiblingEntry.MAX_COUNT
              + " siblings; use larger row groups, fewer column groups or several table files");
    }
    if (packer.filesPerRowGroup()) {
      if (nodesOf != rowGroup) {
        nodes = List.of();
      }
    } else if (packer.siblingsOnly() && number == 1) {
      // All files have a part of every row group, so all share the nodes of the first.
      nodes = mainOutput.nodes();
    }
    String name = SiblingNames.of(PathNames.name(path), fileId, number);
    String siblingPath = PathNames.join(PathNames.parent(path), name);
    long length = FormatV1.HEADER_BYTES + bytes + FormatV1.TAIL_BYTES;
    CreateOptions options =
        new CreateOptions(false, packer.fileBlockBytes(length)).withNodes(nodes);
    UUID id = UUID.nameUUIDFromBytes((fileId + "-" + number).getBytes(StandardCharsets.US_ASCII));
    PositionOutput output = store.create(siblingPath, options);
    try {
      PartWriter out = PartWriter.start(output, id, FormatV1.ROLE_SIBLING);
      siblings.add(new Sibling(siblingPath, id, output, out));
    } catch (IOException | RuntimeException e) {
      output.abort();
      throw e;
    }
  }

  /** Ends a sibling. */
  void end(int number, int rowGroup) throws IOException {
    Sibling s = siblings.get(number - 1);
    if (s.entry != null) {
      return;
    }
    if (packer.filesPerRowGroup() && nodesOf != rowGroup) {
      nodes = s.output.nodes();
      nodesOf = rowGroup;
    }
    if (packer.endStartsNewBlock(number, s.out.position(), FormatV1.TAIL_BYTES)) {
      s.out.endBlock();
    }
    s.out.writeTail(PartPointer.NONE);
    long length = s.out.position();
    s.output.close();
    siblingBytes += length;
    s.entry = new SiblingEntry(PathNames.name(s.path), s.id, length, s.out.contentChecksum());
  }

  /** Ends all siblings and returns their entries. */
  public List<SiblingEntry> endSiblings() throws IOException {
    List<SiblingEntry> entries = new ArrayList<>();
    for (int k = 1; k <= siblings.size(); k++) {
      end(k, -1);
      entries.add(siblings.get(k - 1).entry);
    }
    return entries;
  }

  /** The blocks of all files, with the table file ending at its current position. */
  public List<BlockEntry> blocks() {
    long[] lengths = new long[siblings.size() + 1];
    lengths[0] = main.position();
    for (int k = 1; k < lengths.length; k++) {
      lengths[k] = siblings.get(k - 1).entry.length();
    }
    return packer.blocks(lengths).stream()
        .map(b -> new BlockEntry(b.file(), b.offset(), b.length()))
        .toList();
  }

  /** Makes the table file, and with it its siblings, visible. */
  public void close() throws IOException {
    closing = true;
    mainOutput.close();
  }

  /**
   * Removes all files, unless the table file exists because only the response to {@link #close} was
   * lost.
   */
  public void abort() throws IOException {
    if (closing && mayStand()) {
      mainOutput.abort();
      return;
    }
    IOException failure = null;
    for (Sibling s : siblings) {
      try {
        if (s.entry == null) {
          s.output.abort();
        } else {
          store.delete(s.path, false);
        }
      } catch (IOException e) {
        failure = e;
      }
    }
    mainOutput.abort();
    if (failure != null) {
      throw failure;
    }
  }

  /** Whether the table file may exist, so that its siblings must be kept. */
  private boolean mayStand() {
    try (FileReader file = FileReader.open(store.input(path), new IoCounters())) {
      return file.fileId().equals(fileId);
    } catch (FileNotFoundException | CorruptFileException e) {
      return false;
    } catch (IOException e) {
      return true;
    }
  }
}
