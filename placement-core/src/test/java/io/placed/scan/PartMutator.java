package io.placed.scan;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/** Changes one to three parts; all kinds of parts are equally likely. */
final class PartMutator implements RebuiltFile.Change {
  private final Random random;
  private final List<Integer> chosen = new ArrayList<>();
  private final List<String> done = new ArrayList<>();
  private final int valuesAt;
  private int at;
  private int valueAt;

  PartMutator(Random random, RebuiltFile file) throws IOException {
    this.random = random;
    Map<String, List<Integer>> byKind = new TreeMap<>();
    int[] count = {0, 0};
    file.write(
        new RebuiltFile.Change() {
          @Override
          public byte[] apply(String what, int g, int owner, int node, byte[] bytes) {
            byKind.computeIfAbsent(what, k -> new ArrayList<>()).add(count[0]++);
            return bytes;
          }

          @Override
          public int values(int owner, int node, int values) {
            count[1]++;
            return values;
          }
        });
    List<String> kinds = new ArrayList<>(byKind.keySet());
    for (int k = random.nextInt(8) == 0 ? 3 : 1; k > 0; k--) {
      List<Integer> of = byKind.get(kinds.get(random.nextInt(kinds.size())));
      chosen.add(of.get(random.nextInt(of.size())));
    }
    valuesAt = count[1] > 0 && random.nextInt(10) == 0 ? random.nextInt(count[1]) : -1;
  }

  String describe() {
    return String.join("; ", done);
  }

  @Override
  public int values(int owner, int node, int values) {
    if (valueAt++ != valuesAt) {
      return values;
    }
    int to = (int) interesting() & Integer.MAX_VALUE;
    done.add("values of " + owner + "/" + node + " " + values + " to " + to);
    return to;
  }

  @Override
  public byte[] apply(String what, int g, int owner, int node, byte[] bytes) {
    if (!chosen.contains(at++) || bytes.length == 0) {
      return bytes;
    }
    byte[] out = bytes.clone();
    for (int k = random.nextInt(4) == 0 ? 3 : 1; k > 0 && out.length > 0; k--) {
      out = mutate(what + " " + g + "/" + owner + "/" + node, out);
    }
    return out;
  }

  private byte[] mutate(String what, byte[] b) {
    // The first bytes determine the structure, so they are changed more often.
    int p = random.nextInt(random.nextBoolean() ? b.length : Math.min(b.length, 24));
    int op = random.nextInt(9);
    done.add(what + " op " + op + " at " + p + " of " + b.length);
    switch (op) {
      case 0 -> b[p] ^= (byte) (1 << random.nextInt(8));
      case 1 -> b[p] = (byte) random.nextInt();
      case 2 -> b[p] = (byte) (new int[] {0, 1, 2, 5, 9, 16, 127, 128, 255}[random.nextInt(9)]);
      case 3 -> {
        if (p + 4 <= b.length) {
          ByteBuffer.wrap(b).order(ByteOrder.LITTLE_ENDIAN).putInt(p, (int) interesting());
        }
      }
      case 4 -> {
        if (p + 8 <= b.length) {
          ByteBuffer.wrap(b).order(ByteOrder.LITTLE_ENDIAN).putLong(p, interesting());
        }
      }
      case 5 -> {
        int end = p;
        while (end < b.length - 1 && b[end] < 0) {
          end++;
        }
        return splice(b, p, end + 1, varint(interesting()));
      }
      case 6 -> {
        return splice(b, p, p, new byte[1 + random.nextInt(9)]);
      }
      case 7 -> {
        return splice(b, p, Math.min(b.length, p + 1 + random.nextInt(9)), new byte[0]);
      }
      default -> {
        int from = random.nextInt(b.length);
        int n = Math.min(1 + random.nextInt(40), b.length - Math.max(p, from));
        System.arraycopy(b, from, b, p, n);
      }
    }
    return b;
  }

  private long interesting() {
    long[] all = {
      0,
      1,
      2,
      7,
      63,
      64,
      1023,
      1024,
      1025,
      4096,
      0xFFFF,
      1 << 20,
      1 << 24,
      100_000_000,
      1 << 28,
      Integer.MAX_VALUE - 64,
      Integer.MAX_VALUE - 8,
      Integer.MAX_VALUE,
      1L << 31,
      (1L << 32) - 1,
      Long.MAX_VALUE / 4,
      Long.MAX_VALUE / 2,
      Long.MAX_VALUE - 100,
      Long.MAX_VALUE,
      Long.MIN_VALUE,
      -1,
      random.nextLong()
    };
    long v = all[random.nextInt(all.length)];
    return random.nextInt(3) == 0 ? v + random.nextInt(200) - 100 : v;
  }

  private static byte[] varint(long value) {
    byte[] out = new byte[10];
    int n = 0;
    long rest = value;
    while ((rest & ~0x7FL) != 0) {
      out[n++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    out[n++] = (byte) rest;
    return Arrays.copyOf(out, n);
  }

  private static byte[] splice(byte[] b, int from, int to, byte[] with) {
    byte[] out = new byte[b.length - (to - from) + with.length];
    System.arraycopy(b, 0, out, 0, from);
    System.arraycopy(with, 0, out, from, with.length);
    System.arraycopy(b, to, out, from + with.length, b.length - to);
    return out;
  }
}
