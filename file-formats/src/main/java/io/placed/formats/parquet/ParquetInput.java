package io.placed.formats.parquet;

import io.placed.io.RandomInput;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.SeekableInputStream;

/** Adapts input files of Placed to parquet-hadoop. */
final class ParquetInput implements InputFile {
  private final io.placed.io.InputFile file;

  ParquetInput(io.placed.io.InputFile file) {
    this.file = file;
  }

  @Override
  public long getLength() throws IOException {
    return file.length();
  }

  @Override
  public SeekableInputStream newStream() throws IOException {
    return new Stream(file.open(), file.length());
  }

  @Override
  public String toString() {
    return file.path();
  }

  private static final class Stream extends SeekableInputStream {
    private final RandomInput in;
    private final long length;
    private long position;

    Stream(RandomInput in, long length) {
      this.in = in;
      this.length = length;
    }

    @Override
    public long getPos() {
      return position;
    }

    @Override
    public void seek(long to) {
      position = to;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] buffer, int offset, int count) throws IOException {
      if (position >= length) {
        return -1;
      }
      int n = (int) Math.min(count, length - position);
      readFully(buffer, offset, n);
      return n;
    }

    @Override
    public void readFully(byte[] buffer) throws IOException {
      readFully(buffer, 0, buffer.length);
    }

    @Override
    public void readFully(byte[] buffer, int offset, int count) throws IOException {
      if (position < 0 || count > length - position) {
        throw new EOFException(
            "read to byte " + (position + count) + " of a file of " + length + " bytes");
      }
      in.readFully(position, buffer, offset, count);
      position += count;
    }

    @Override
    public int read(ByteBuffer buffer) throws IOException {
      if (position >= length) {
        return -1;
      }
      int n = (int) Math.min(buffer.remaining(), length - position);
      ByteBuffer part = buffer.slice(buffer.position(), n);
      readFully(part);
      buffer.position(buffer.position() + n);
      return n;
    }

    @Override
    public void readFully(ByteBuffer buffer) throws IOException {
      int n = buffer.remaining();
      if (buffer.hasArray()) {
        readFully(buffer.array(), buffer.arrayOffset() + buffer.position(), n);
        buffer.position(buffer.position() + n);
      } else {
        byte[] bytes = new byte[n];
        readFully(bytes);
        buffer.put(bytes);
      }
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }
}
