package io.placed.formats.advise;

import io.placed.io.FileStores;
import io.placed.io.RandomInput;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.OutputFile;
import org.apache.iceberg.io.SeekableInputStream;

/** The file systems for Iceberg's readers of metadata. Nothing is written. */
final class IcebergIO implements FileIO {
  private static final long serialVersionUID = 1L;

  private final transient FileStores stores;

  IcebergIO(FileStores stores) {
    this.stores = stores;
  }

  @Override
  public InputFile newInputFile(String path) {
    return new Input(stores, path);
  }

  @Override
  public OutputFile newOutputFile(String path) {
    throw new UnsupportedOperationException("advice writes nothing to a table: " + path);
  }

  @Override
  public void deleteFile(String path) {
    throw new UnsupportedOperationException("advice deletes nothing of a table: " + path);
  }

  private record Input(FileStores stores, String location) implements InputFile {
    @Override
    public long getLength() {
      try {
        return stores.forPath(location).stat(location).length();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public SeekableInputStream newStream() {
      try {
        io.placed.io.InputFile file = stores.forPath(location).input(location);
        return new Stream(file.open(), file.length());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public boolean exists() {
      try {
        return stores.forPath(location).exists(location);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
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

    @Override
    public void close() throws IOException {
      in.close();
    }
  }
}
