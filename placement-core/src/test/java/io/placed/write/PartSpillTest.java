package io.placed.write;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.error.CorruptFileException;
import io.placed.format.v1.FormatV1;
import io.placed.write.encode.CompressedPart;
import io.placed.write.spill.PartSpill;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Data that is spilled to the local disk is read back unchanged, or not at all. */
class PartSpillTest {
  @TempDir Path dir;
  private final long seed = Long.getLong("placed.seed", System.nanoTime());
  private final Random random = new Random(seed);

  private List<byte[]> parts() {
    List<byte[]> parts = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      byte[] bytes = new byte[1 + random.nextInt(i % 10 == 0 ? 900_000 : 5000)];
      random.nextBytes(bytes);
      parts.add(bytes);
    }
    return parts;
  }

  @Test
  void partsComeBack() throws IOException {
    try (PartSpill spill = new PartSpill(dir.toString())) {
      for (int rowGroup = 0; rowGroup < 3; rowGroup++) {
        List<byte[]> parts = parts();
        List<CompressedPart> compressed = spilled(parts, spill);
        for (int i = 0; i < parts.size(); i++) {
          assertArrayEquals(parts.get(i), compressed.get(i).bytes(), "seed " + seed);
        }
        spill.clear();
      }
    }
  }

  private static List<CompressedPart> spilled(List<byte[]> parts, PartSpill spill)
      throws IOException {
    List<CompressedPart> compressed = new ArrayList<>();
    for (byte[] p : parts) {
      CompressedPart part = CompressedPart.of(p.clone(), p.length, false, null, "c");
      part.spill(spill);
      compressed.add(part);
    }
    return compressed;
  }

  /** The file has no name any more; only through this path the process can access it. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void aFlippedByteIsFound() throws IOException {
    for (int round = 0; round < 20; round++) {
      try (PartSpill spill = new PartSpill(dir.toString())) {
        List<byte[]> parts = parts();
        List<CompressedPart> compressed = spilled(parts, spill);
        compressed.get(0).bytes(); // everything is on the disk
        long total = parts.stream().mapToLong(b -> b.length).sum();
        assertEquals(total, spill.bytes());
        long at = (long) (random.nextDouble() * total);
        flip(at);
        int damaged = 0;
        long end = 0;
        for (int i = 0; i < parts.size(); i++) {
          CompressedPart part = compressed.get(i);
          end += parts.get(i).length;
          if (at < end && at >= end - parts.get(i).length) {
            CorruptFileException e = assertThrows(CorruptFileException.class, part::bytes);
            assertTrue(e.getMessage().contains("placed-pages-"), e.getMessage());
            damaged++;
          } else {
            assertTrue(Arrays.equals(parts.get(i), part.bytes()), "seed " + seed);
          }
        }
        assertEquals(1, damaged, "seed " + seed);
      }
    }
  }

  private void flip(long at) throws IOException {
    Path file = null;
    try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
      for (Path p : open.toList()) {
        if (Files.isSymbolicLink(p)
            && Files.readSymbolicLink(p).toString().startsWith(dir + "/placed-pages-")) {
          file = p;
        }
      }
    }
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      ByteBuffer one = ByteBuffer.allocate(1);
      channel.read(one, at);
      one.put(0, (byte) (one.get(0) ^ 1 << random.nextInt(8))).rewind();
      channel.write(one, at);
    }
  }

  /** A reader would not take it, so that the file could not be read. */
  @Test
  void aPartThatIsTooLongForReadersIsRefused() {
    int most = FormatV1.MAX_RAW_PAGE_BYTES - FormatV1.CHECKSUM_BYTES;
    byte[] none = new byte[0];
    assertEquals(most, CompressedPart.of(none, most, false, null, "blob").rawLength());
    String message =
        assertThrows(
                IllegalArgumentException.class,
                () -> CompressedPart.of(none, most + 1, false, null, "blob"))
            .getMessage();
    assertTrue(message.startsWith("column blob: a page of 2147483580 bytes"), message);
  }
}
