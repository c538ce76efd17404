package io.placed.formats;

import io.placed.io.InputFile;
import io.placed.io.RandomInput;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.zip.GZIPInputStream;

/** Sequential reads of files. */
public final class Streams {
  private static final int BUFFER = 1 << 18;

  private Streams() {}

  /** A file as a stream that knows its position. */
  public static final class FileStream extends InputStream {
    private final RandomInput in;
    private final long length;
    private long position;

    private FileStream(InputFile file) throws IOException {
      length = file.length();
      in = file.open();
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] buffer, int offset, int count) throws IOException {
      if (count == 0) {
        return 0;
      }
      int n = (int) Math.min(count, length - position);
      if (n <= 0) {
        return -1;
      }
      in.readFully(position, buffer, offset, n);
      position += n;
      return n;
    }

    /** Asked by GZIPInputStream of Java 17 for whether another member follows. */
    @Override
    public int available() {
      return (int) Math.min(Integer.MAX_VALUE, length - position);
    }

    /** The fraction read, from 0 to 1. */
    public double fraction() {
      return length == 0 ? 1 : (double) position / length;
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }

  public static FileStream open(InputFile file) throws IOException {
    return new FileStream(file);
  }

  /** The content of a stream, decompressed if it starts with the magic bytes of gzip. */
  public static InputStream unpacked(FileStream file) throws IOException {
    BufferedInputStream in = new BufferedInputStream(file, BUFFER);
    in.mark(2);
    int first = in.read();
    int second = in.read();
    in.reset();
    return first == 0x1f && second == 0x8b ? new GZIPInputStream(in, 1 << 16) : in;
  }

  /** The first bytes of a file, at most {@code count}. */
  public static byte[] head(InputFile file, int count) throws IOException {
    byte[] out = new byte[(int) Math.min(count, file.length())];
    try (RandomInput in = file.open()) {
      in.readFully(0, out, 0, out.length);
    }
    return out;
  }

  /** Whether a file starts with these bytes. */
  public static boolean startsWith(byte[] head, byte... magic) {
    return head.length >= magic.length
        && Arrays.equals(head, 0, magic.length, magic, 0, magic.length);
  }
}
