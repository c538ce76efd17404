package io.placed.fuzz;

import io.placed.scan.RebuiltFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A file with some of its parts exchanged. Offsets, lengths and checksums are made to fit, so that
 * a fuzzer gets behind them.
 *
 * <p>Input: flags (1 byte; bit 0 = without statistics), then for each exchanged part its number in
 * the order of writing (2 bytes, little endian), the number of its new bytes (2 bytes) and these.
 * What exceeds the input is cut off.
 */
final class Edits implements RebuiltFile.Change {
  static final int FLAG_BYTES = 1;

  private final boolean statistics;
  private final Map<Integer, byte[]> parts = new HashMap<>();
  private int number;

  Edits(byte[] input, int from) {
    ByteBuffer in = ByteBuffer.wrap(input).order(ByteOrder.LITTLE_ENDIAN);
    in.position(Math.min(from, input.length));
    statistics = in.hasRemaining() && (in.get() & 1) == 0;
    while (in.remaining() >= 4) {
      int part = in.getShort() & 0xFFFF;
      byte[] bytes = new byte[Math.min(in.getShort() & 0xFFFF, in.remaining())];
      in.get(bytes);
      parts.put(part, bytes);
    }
  }

  /** The inputs that exchange one part for itself, by kind and number. */
  static Map<String, byte[]> identities(RebuiltFile file, boolean withStatistics)
      throws IOException {
    Map<String, byte[]> all = new LinkedHashMap<>();
    file.write(
        new RebuiltFile.Change() {
          @Override
          public byte[] apply(String what, int rowGroup, int owner, int node, byte[] bytes) {
            ByteBuffer edit =
                ByteBuffer.allocate(FLAG_BYTES + 4 + bytes.length).order(ByteOrder.LITTLE_ENDIAN);
            edit.put((byte) (withStatistics ? 0 : 1));
            edit.putShort((short) all.size()).putShort((short) bytes.length).put(bytes);
            all.put(what.replace(' ', '-') + "-" + all.size(), edit.array());
            return bytes;
          }

          @Override
          public boolean statistics() {
            return withStatistics;
          }
        });
    return all;
  }

  @Override
  public byte[] apply(String what, int rowGroup, int owner, int node, byte[] bytes) {
    byte[] other = parts.get(number++);
    return other == null ? bytes : other;
  }

  @Override
  public boolean statistics() {
    return statistics;
  }
}
