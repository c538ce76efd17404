package io.placed.io;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A file of the local file system. */
record LocalInputFile(String path, Path file, long length, String devices) implements InputFile {
  /**
   * The JDK copies through a direct buffer as large as the read and keeps it per thread, so large
   * reads are made in pieces of 1 MiB.
   */
  static final int PIECE = 1 << 20;

  @Override
  public RandomInput open() throws IOException {
    try {
      return new Input(
          path,
          FileChannel.open(
              file == null ? LocalFileStore.toPath(path) : file, StandardOpenOption.READ));
    } catch (NoSuchFileException e) {
      throw LocalFileStore.notFound(path, e);
    }
  }

  @Override
  public InputFile sibling(String name, long siblingLength) {
    return new LocalInputFile(
        PathNames.join(PathNames.parent(path), name), null, siblingLength, devices);
  }

  private static final class Input implements RandomInput {
    private final String path;
    private final FileChannel channel;

    /** Null while readahead is useful. */
    private volatile ExactReads exact;

    Input(String path, FileChannel channel) {
      this.path = path;
      this.channel = channel;
    }

    @Override
    public void access(Access how) {
      if (how == Access.SEQUENTIAL) {
        exact = null;
      } else if (exact == null && ExactReads.POSSIBLE) {
        exact = new ExactReads(channel);
      }
    }

    @Override
    public void readFully(long position, byte[] buffer, int offset, int length) throws IOException {
      ExactReads hints = exact;
      for (int done = 0; done < length; ) {
        if (hints != null) {
          hints.fetch(position + done, Math.min(length - done, PIECE));
        }
        ByteBuffer target = ByteBuffer.wrap(buffer, offset + done, Math.min(length - done, PIECE));
        int n = channel.read(target, position + done);
        if (n < 0) {
          throw new EOFException(
              path
                  + ": ends at byte "
                  + channel.size()
                  + ", requested "
                  + length
                  + " bytes at "
                  + position);
        }
        done += n;
      }
    }

    /** A round trip is only a system call here. */
    @Override
    public int stepBytes() {
      return 2 << 20;
    }

    @Override
    public void close() throws IOException {
      channel.close();
    }
  }
}
