package io.placed.io.hadoop;

import io.placed.io.Access;
import io.placed.io.InputFile;
import io.placed.io.PathNames;
import io.placed.io.RandomInput;
import io.placed.io.ReadTarget;
import io.placed.io.StorageKind;
import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Options.OpenFileOptions;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StreamCapabilities;
import org.apache.hadoop.util.functional.FutureIO;

/** A file of a Hadoop file system. */
record HadoopInputFile(FileSystem fileSystem, String path, long length) implements InputFile {
  /** S3A uses the first policy that it supports; HDFS ignores them. */
  private static final String READ_POLICY = "columnar, vector, random";

  @Override
  public RandomInput open() throws IOException {
    try {
      FSDataInputStream stream =
          FutureIO.awaitFuture(
              fileSystem
                  .openFile(new Path(path))
                  .opt(OpenFileOptions.FS_OPTION_OPENFILE_READ_POLICY, READ_POLICY)
                  .opt(OpenFileOptions.FS_OPTION_OPENFILE_LENGTH, Long.toString(length))
                  .build());
      return new Input(path, length, stream);
    } catch (FileNotFoundException e) {
      throw HadoopFileStore.notFound(path, e);
    } catch (IOException e) {
      throw HadoopFileStore.named(path, "cannot be opened", e);
    }
  }

  @Override
  public StorageKind storage() {
    return ObjectStores.isObjectStore(fileSystem) ? StorageKind.OBJECTS : StorageKind.SERVERS;
  }

  @Override
  public String devices() {
    return fileSystem.getConf().get(HadoopFileStores.DEVICES);
  }

  @Override
  public InputFile sibling(String name, long siblingLength) {
    String beside = PathNames.join(PathNames.parent(path), name);
    return new HadoopInputFile(fileSystem, beside, siblingLength);
  }

  private static final class Input implements RandomInput {
    private final String path;
    private final long length;
    private final FSDataInputStream stream;
    private Access access = Access.SEQUENTIAL;

    Input(String path, long length, FSDataInputStream stream) {
      this.path = path;
      this.length = length;
      this.stream = stream;
    }

    @Override
    public void readFully(long position, byte[] buffer, int offset, int count) throws IOException {
      try {
        stream.readFully(position, buffer, offset, count);
      } catch (EOFException e) {
        EOFException named =
            new EOFException(
                path
                    + ": ends at byte "
                    + length
                    + ", requested "
                    + count
                    + " bytes at "
                    + position);
        named.initCause(e);
        throw named;
      } catch (FileNotFoundException e) {
        throw HadoopFileStore.notFound(path, e);
      } catch (IOException e) {
        throw HadoopFileStore.named(path, "cannot be read", e);
      }
    }

    /** In parallel if the stream supports it, as on object stores; HDFS reads sequentially. */
    @Override
    public void readAll(List<ReadTarget> targets) throws IOException {
      if (targets.size() < 2 || !stream.hasCapability(StreamCapabilities.VECTOREDIO)) {
        RandomInput.super.readAll(targets);
        return;
      }
      try {
        VectoredReads.read(stream, path, length, targets);
      } catch (EOFException e) {
        throw e;
      } catch (IOException e) {
        throw HadoopFileStore.named(path, "cannot be read", e);
      }
    }

    /** Data nodes read ahead for the next read, which is useless for sparse reads. */
    @Override
    public synchronized void access(Access how) throws IOException {
      if (how != access && stream.hasCapability(StreamCapabilities.READAHEAD)) {
        stream.setReadahead(how == Access.SCATTERED ? 0L : null);
      }
      access = how;
    }

    @Override
    public boolean waitsPay() {
      return true;
    }

    @Override
    public void close() throws IOException {
      stream.close();
    }
  }
}
