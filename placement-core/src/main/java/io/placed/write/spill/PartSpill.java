package io.placed.write.spill;

import io.placed.error.CorruptFileException;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.UUID;
import java.util.zip.CRC32C;

/**
 * Spills encoded parts to the local disk until their row group is written: one temporary file per
 * writer, created on first use and reused for every row group. Not thread-safe.
 */
public final class PartSpill implements Closeable {
  private static final int BUFFER_BYTES = 256 * 1024;

  private final String directory;
  private Path path;
  private FileChannel file;
  private ByteBuffer buffer;
  private long end;

  /**
   * @param directory null = {@code java.io.tmpdir}
   */
  public PartSpill(String directory) {
    this.directory = directory != null ? directory : System.getProperty("java.io.tmpdir");
  }

  /** Appends bytes; returns their position for {@link #read}. */
  public long append(byte[] bytes, int length) throws IOException {
    if (file == null) {
      path = Path.of(directory, "placed-pages-" + UUID.randomUUID() + ".tmp");
      // Deleted while open where the system allows it, so that nothing remains if the process dies.
      file =
          FileChannel.open(
              path,
              StandardOpenOption.CREATE_NEW,
              StandardOpenOption.READ,
              StandardOpenOption.WRITE,
              StandardOpenOption.DELETE_ON_CLOSE);
      buffer = ByteBuffer.allocate(BUFFER_BYTES);
    }
    long at = end + buffer.position();
    for (int done = 0; done < length; ) {
      if (!buffer.hasRemaining()) {
        drain();
      }
      int n = Math.min(length - done, buffer.remaining());
      buffer.put(bytes, done, n);
      done += n;
    }
    return at;
  }

  /**
   * Reads appended bytes.
   *
   * @param checksum {@link #checksum} of the bytes when they were in memory
   * @throws CorruptFileException if the disk returns different bytes
   */
  public byte[] read(long at, int length, int checksum) throws IOException {
    byte[] bytes = read(at, length);
    if (checksum(bytes, length) != checksum) {
      // The written file would have a valid checksum of the damaged bytes.
      throw new CorruptFileException(
          path.toString(),
          at,
          "the checksum of "
              + length
              + " spilled bytes in the temporary file of a writer does not match; check the disk");
    }
    return bytes;
  }

  /** CRC32C of the first bytes of an array. */
  public static int checksum(byte[] bytes, int length) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, 0, length);
    return (int) crc.getValue();
  }

  private byte[] read(long at, int length) throws IOException {
    if (buffer.position() > 0) {
      drain();
    }
    ByteBuffer out = ByteBuffer.allocate(length);
    while (out.hasRemaining()) {
      // In pieces, because the JDK copies through a direct buffer of the requested size.
      out.limit(Math.min(length, out.position() + BUFFER_BYTES));
      if (file.read(out, at + out.position()) < 0) {
        throw new EOFException("the temporary file of a writer in " + directory + " was truncated");
      }
      out.limit(length);
    }
    return out.array();
  }

  private void drain() throws IOException {
    buffer.flip();
    while (buffer.hasRemaining()) {
      end += file.write(buffer, end);
    }
    buffer.clear();
  }

  /** Discards all parts. */
  public void clear() {
    end = 0;
    if (buffer != null) {
      buffer.clear();
    }
  }

  /** Bytes appended so far. */
  public long bytes() {
    return end + (buffer == null ? 0 : buffer.position());
  }

  @Override
  public void close() throws IOException {
    if (file != null) {
      file.close();
    }
  }
}
