package io.placed.experiments.placement;

import io.placed.experiments.placement.BufferedStream.Head;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntFunction;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSInputStream;
import org.apache.hadoop.fs.FileRange;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FilterFileSystem;
import org.apache.hadoop.fs.FutureDataInputStreamBuilder;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.impl.OpenFileParameters;

/** Counts the reads of other formats on a file system. */
final class CountingFileSystem extends FilterFileSystem {
  private final Head head = new Head();
  private long bytes;
  private long requests;

  CountingFileSystem(FileSystem system) {
    super(system);
  }

  long bytes() {
    return bytes;
  }

  long requests() {
    return requests;
  }

  long seeks() {
    return head.seeks();
  }

  private void count(Path file, long offset, long length) {
    bytes += length;
    requests++;
    head.moves(file, offset, offset + length);
  }

  @Override
  public FSDataInputStream open(Path file, int bufferSize) throws IOException {
    return new FSDataInputStream(new Counted(file, super.open(file, bufferSize)));
  }

  @Override
  public FutureDataInputStreamBuilder openFile(Path file) {
    return createDataInputStreamBuilder(this, file);
  }

  @Override
  protected CompletableFuture<FSDataInputStream> openFileWithOptions(
      Path file, OpenFileParameters parameters) throws IOException {
    return CompletableFuture.completedFuture(open(file, parameters.getBufferSize()));
  }

  private final class Counted extends FSInputStream {
    private final Path file;
    private final FSDataInputStream in;

    Counted(Path file, FSDataInputStream in) {
      this.file = file;
      this.in = in;
    }

    @Override
    public int read() throws IOException {
      count(file, in.getPos(), 1);
      return in.read();
    }

    @Override
    public int read(byte[] to, int offset, int length) throws IOException {
      long from = in.getPos();
      int n = in.read(to, offset, length);
      if (n > 0) {
        count(file, from, n);
      }
      return n;
    }

    @Override
    public int read(long position, byte[] to, int offset, int length) throws IOException {
      int n = in.read(position, to, offset, length);
      if (n > 0) {
        count(file, position, n);
      }
      return n;
    }

    @Override
    public void readFully(long position, byte[] to, int offset, int length) throws IOException {
      in.readFully(position, to, offset, length);
      count(file, position, length);
    }

    @Override
    public void readVectored(List<? extends FileRange> ranges, IntFunction<ByteBuffer> allocate)
        throws IOException {
      ranges.forEach(r -> count(file, r.getOffset(), r.getLength()));
      in.readVectored(ranges, allocate);
    }

    @Override
    public void seek(long position) throws IOException {
      if (position < 0) {
        throw new EOFException("position " + position);
      }
      in.seek(position);
    }

    @Override
    public long getPos() throws IOException {
      return in.getPos();
    }

    @Override
    public boolean seekToNewSource(long target) throws IOException {
      return in.seekToNewSource(target);
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }
}
