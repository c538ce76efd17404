package io.placed.benchmarks.engine;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Files as channels, wherever they are. */
final class Channels {
  /** Bytes that are handed over at a time where a channel wants them elsewhere. */
  private static final int STEP = 1 << 20;

  private Channels() {}

  /**
   * @param file a local path or an address of a Hadoop file system
   */
  static SeekableByteChannel open(String file) throws IOException {
    if (!file.contains("://")) {
      return FileChannel.open(java.nio.file.Path.of(file));
    }
    Path path = new Path(file);
    FileSystem system = path.getFileSystem(new Configuration());
    return new Remote(system.open(path), system.getFileStatus(path).getLen());
  }

  /** A file of a Hadoop file system. */
  private static final class Remote implements SeekableByteChannel {
    private final FSDataInputStream in;
    private final long size;
    private byte[] buffer = new byte[0];
    private boolean open = true;

    Remote(FSDataInputStream in, long size) {
      this.in = in;
      this.size = size;
    }

    @Override
    public int read(ByteBuffer to) throws IOException {
      int length = Math.min(to.remaining(), STEP);
      if (buffer.length < length) {
        buffer = new byte[length];
      }
      int n = in.read(buffer, 0, length);
      if (n > 0) {
        to.put(buffer, 0, n);
      }
      return n;
    }

    @Override
    public int write(ByteBuffer from) {
      throw new java.nio.channels.NonWritableChannelException();
    }

    @Override
    public long position() throws IOException {
      return in.getPos();
    }

    @Override
    public SeekableByteChannel position(long to) throws IOException {
      in.seek(to);
      return this;
    }

    @Override
    public long size() {
      return size;
    }

    @Override
    public SeekableByteChannel truncate(long to) {
      throw new java.nio.channels.NonWritableChannelException();
    }

    @Override
    public boolean isOpen() {
      return open;
    }

    @Override
    public void close() throws IOException {
      open = false;
      in.close();
    }
  }
}
