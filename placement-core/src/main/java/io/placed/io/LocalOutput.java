package io.placed.io;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.util.Set;

/** Buffered output to a local file; forced to the device on close. */
final class LocalOutput extends PositionOutput {
  private static final int BUFFER = 64 << 10;

  private final Path target;
  private final Path written;
  private final boolean overwrite;
  private final LocalAccess access;
  private final FileChannel channel;
  private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER);
  private long position;
  private boolean closed;
  private boolean complete;

  private LocalOutput(
      Path target, Path written, boolean overwrite, LocalAccess access, FileChannel channel) {
    this.target = target;
    this.written = written;
    this.overwrite = overwrite;
    this.access = access;
    this.channel = channel;
  }

  /**
   * @param access access rights to set before publishing; null = the defaults of the process
   */
  static LocalOutput create(Path target, CreateOptions options, LocalAccess access)
      throws IOException {
    Path written = options.atomic() ? LocalFileStore.temporarySibling(target) : target;
    Set<OpenOption> how =
        options.overwrite() && !options.atomic()
            ? Set.of(
                StandardOpenOption.CREATE,
                StandardOpenOption.TRUNCATE_EXISTING,
                StandardOpenOption.WRITE)
            : Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    FileAttribute<?>[] attributes =
        access == null ? new FileAttribute<?>[0] : access.forOwnerOnly();
    return new LocalOutput(
        target, written, options.overwrite(), access, FileChannel.open(written, how, attributes));
  }

  @Override
  public long position() {
    return position;
  }

  @Override
  public void endBlock() {
    // Local files have no blocks with locations.
  }

  @Override
  public void write(int b) throws IOException {
    requireOpen();
    if (!buffer.hasRemaining()) {
      drain();
    }
    buffer.put((byte) b);
    position++;
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    requireOpen();
    if (length <= buffer.remaining()) {
      buffer.put(bytes, offset, length);
    } else {
      drain();
      for (int done = 0; done < length; ) {
        int n = Math.min(length - done, LocalInputFile.PIECE);
        writeAll(ByteBuffer.wrap(bytes, offset + done, n));
        done += n;
      }
    }
    position += length;
  }

  @Override
  public void flush() throws IOException {
    if (!closed) {
      drain();
    }
  }

  private void drain() throws IOException {
    buffer.flip();
    writeAll(buffer);
    buffer.clear();
  }

  private void writeAll(ByteBuffer bytes) throws IOException {
    try {
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
    } catch (IOException e) {
      throw named(e);
    }
  }

  /** The operating system only says that the device is full, not for which file. */
  private IOException named(IOException e) {
    if (e.getClass() != IOException.class) {
      return e;
    }
    FileSystemException named = new FileSystemException(written.toString(), null, e.getMessage());
    named.initCause(e);
    return named;
  }

  @Override
  public void close() throws IOException {
    if (closed) {
      return;
    }
    closed = true;
    try (channel) {
      drain();
      channel.force(true);
    } catch (IOException e) {
      throw named(e);
    }
    if (!written.equals(target)) {
      publish();
    }
    LocalFileStore.syncDirectory(target.getParent());
    complete = true;
  }

  private void publish() throws IOException {
    if (access != null) {
      access.applyTo(written);
    }
    if (overwrite) {
      LocalFileStore.moveReplacing(written, target);
    } else {
      LocalFileStore.moveToNew(written, target);
    }
  }

  @Override
  public void abort() throws IOException {
    if (complete) {
      return;
    }
    closed = true;
    try (channel) {
      Files.deleteIfExists(written);
    }
  }

  private void requireOpen() throws IOException {
    if (closed) {
      throw new IOException(target + ": the output is closed");
    }
  }
}
