package io.placed.compression;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.error.MalformedDataException;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CompressionTest {
  private final long seed = Long.getLong("placed.seed", System.nanoTime());
  private final Random random = new Random(seed);

  @Test
  void textParsesBack() {
    for (String text : new String[] {"none", "lz4", "zstd(1)", "zstd(3)", "zstd(22)"}) {
      assertEquals(text, Compression.parse(text).toString());
    }
    assertEquals(Compression.DEFAULT, Compression.parse(" ZSTD "));
    for (String bad :
        new String[] {"", "gzip", "zstd(0)", "zstd(23)", "lz4(1)", "zstd(", "zstd()"}) {
      assertThrows(IllegalArgumentException.class, () -> Compression.parse(bad), bad);
    }
  }

  @Test
  void idsAreStable() {
    assertEquals(Codec.NONE, Codec.fromId(0));
    assertEquals(Codec.LZ4, Codec.fromId(1));
    assertEquals(Codec.ZSTD, Codec.fromId(2));
    assertThrows(IllegalArgumentException.class, () -> Codec.fromId(3));
  }

  @Test
  void blocksRoundTrip() {
    for (Compression c : new Compression[] {Compression.LZ4, Compression.DEFAULT}) {
      try (BlockCompressor compressor = c.compressor()) {
        for (int n : new int[] {100, 4096, 100_000, 64}) {
          byte[] in = compressible(n + 7);
          byte[] out = new byte[3 + compressor.maxCompressedLength(n)];
          int length = compressor.compress(in, 7, n, out, 3);
          assertTrue(length > 0 && length < n, c + " " + n + " seed " + seed);
          byte[] back = new byte[n + 10];
          Decompression.decompress(compressor.codec(), out, 3, length, back, 5, n);
          assertArrayEquals(
              Arrays.copyOfRange(in, 7, 7 + n), Arrays.copyOfRange(back, 5, 5 + n), "seed " + seed);
          assertEquals(0, back[4]);
          assertEquals(0, back[5 + n]);
        }
      }
    }
  }

  @Test
  void whatDoesNotShrinkIsNotKept() {
    byte[] noise = new byte[5000];
    random.nextBytes(noise);
    for (String text : new String[] {"none", "lz4", "zstd"}) {
      try (BlockCompressor compressor = Compression.parse(text).compressor()) {
        byte[] out = new byte[compressor.maxCompressedLength(5000)];
        assertEquals(BlockCompressor.NOT_WORTH_IT, compressor.compress(noise, 0, 5000, out, 0));
      }
    }
    byte[] same = new byte[5000];
    Decompression.decompress(Codec.NONE, noise, 0, 5000, same, 0, 5000);
    assertArrayEquals(noise, same);
    assertThrows(
        MalformedDataException.class,
        () -> Decompression.decompress(Codec.NONE, noise, 0, 4999, same, 0, 5000));
  }

  @Test
  void damageIsFoundOrGivesTheRightLength() {
    for (Compression c : new Compression[] {Compression.LZ4, Compression.DEFAULT}) {
      try (BlockCompressor compressor = c.compressor()) {
        byte[] in = compressible(600);
        byte[] out = new byte[compressor.maxCompressedLength(600)];
        int length = compressor.compress(in, 0, 600, out, 0);
        byte[] back = new byte[700];
        for (int cut = 0; cut < length; cut++) {
          int n = cut;
          assertThrows(
              MalformedDataException.class,
              () -> Decompression.decompress(c.codec(), out, 0, n, back, 0, 600));
        }
        for (int wrong : new int[] {0, 1, 599, 601, 700}) {
          assertThrows(
              MalformedDataException.class,
              () -> Decompression.decompress(c.codec(), out, 0, length, back, 0, wrong));
        }
        for (int bit = 0; bit < length * 8; bit++) {
          byte[] damaged = Arrays.copyOf(out, length);
          damaged[bit >> 3] ^= (byte) (1 << (bit & 7));
          Arrays.fill(back, (byte) 9);
          try {
            Decompression.decompress(c.codec(), damaged, 0, length, back, 0, 600);
          } catch (MalformedDataException e) {
            // Expected.
          }
          assertEquals(9, back[600]);
        }
      }
    }
  }

  /** Runs with noise between them; no noise in short inputs, which could become incompressible. */
  private byte[] compressible(int n) {
    byte[] bytes = new byte[n];
    for (int i = 0; i < n; i++) {
      boolean noise = n > 500 && random.nextInt(10) == 0;
      bytes[i] = (byte) (noise ? random.nextInt(4) : i / 16 % 3);
    }
    return bytes;
  }
}
