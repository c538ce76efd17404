package io.placed.io;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

/** Fails the n-th operation, once or permanently; counts unclosed inputs and outputs. */
public final class FaultyStore extends ForwardingFileStore {
  private final int failing;
  private final boolean forGood;
  private final AtomicInteger done = new AtomicInteger();
  private final AtomicInteger open = new AtomicInteger();

  /**
   * @param failing number of the operation, from 1
   */
  public FaultyStore(FileStore store, int failing, boolean forGood) {
    super(store);
    this.failing = failing;
    this.forGood = forGood;
  }

  /** Whether the operation was reached. */
  public boolean hasFailed() {
    return done.get() >= failing;
  }

  /** Number of inputs and outputs that were neither closed nor aborted. */
  public int open() {
    return open.get();
  }

  private void operation(String what) throws IOException {
    int number = done.incrementAndGet();
    if (number == failing || forGood && number > failing) {
      throw new IOException("fault " + failing + ": " + what);
    }
  }

  @Override
  public InputFile input(String path) throws IOException {
    operation("input " + path);
    return new Input(super.input(path));
  }

  @Override
  public InputFile input(String path, long length) {
    return new Input(super.input(path, length));
  }

  @Override
  public PositionOutput create(String path, CreateOptions options) throws IOException {
    operation("create " + path);
    return new Output(super.create(path, options), path);
  }

  @Override
  public PositionOutput createLike(String path, CreateOptions options, String model)
      throws IOException {
    operation("create " + path);
    return new Output(super.createLike(path, options, model), path);
  }

  @Override
  public FileInfo stat(String path) throws IOException {
    operation("stat " + path);
    return super.stat(path);
  }

  @Override
  public boolean exists(String path) throws IOException {
    operation("exists " + path);
    return super.exists(path);
  }

  @Override
  public List<FileInfo> list(String directory, boolean recursive) throws IOException {
    operation("list " + directory);
    return super.list(directory, recursive);
  }

  @Override
  public List<FileInfo> walk(String directory, Predicate<String> enters) throws IOException {
    operation("walk " + directory);
    return super.walk(directory, enters);
  }

  @Override
  public boolean delete(String path, boolean recursive) throws IOException {
    operation("delete " + path);
    return super.delete(path, recursive);
  }

  @Override
  public void mkdirs(String path) throws IOException {
    operation("mkdirs " + path);
    super.mkdirs(path);
  }

  @Override
  public void rename(String from, String to) throws IOException {
    operation("rename " + from);
    super.rename(from, to);
  }

  /** Fails before the operation or, every second time, after it, so that the caller cannot know. */
  @Override
  public boolean putIfAbsent(String path, byte[] content) throws IOException {
    operation("put " + path);
    boolean put = super.putIfAbsent(path, content);
    operation("answer of put " + path);
    return put;
  }

  @Override
  public byte[] readAll(String path) throws IOException {
    operation("read " + path);
    return super.readAll(path);
  }

  private final class Input implements InputFile {
    private final InputFile file;

    Input(InputFile file) {
      this.file = file;
    }

    @Override
    public String path() {
      return file.path();
    }

    @Override
    public long length() throws IOException {
      return file.length();
    }

    @Override
    public InputFile sibling(String name, long length) throws IOException {
      return new Input(file.sibling(name, length));
    }

    @Override
    public RandomInput open() throws IOException {
      operation("open " + path());
      RandomInput in = file.open();
      open.incrementAndGet();
      return new RandomInput() {
        private boolean closed;

        @Override
        public void readFully(long position, byte[] buffer, int offset, int length)
            throws IOException {
          operation("read " + path());
          in.readFully(position, buffer, offset, length);
        }

        @Override
        public int stepBytes() {
          return in.stepBytes();
        }

        @Override
        public void close() throws IOException {
          if (!closed) {
            closed = true;
            open.decrementAndGet();
            in.close();
          }
        }
      };
    }
  }

  private final class Output extends PositionOutput {
    private final PositionOutput out;
    private final String path;
    private boolean ended;

    Output(PositionOutput out, String path) {
      this.out = out;
      this.path = path;
      open.incrementAndGet();
    }

    private void end() {
      if (!ended) {
        ended = true;
        open.decrementAndGet();
      }
    }

    @Override
    public long position() {
      return out.position();
    }

    @Override
    public java.util.List<String> nodes() throws IOException {
      operation("nodes " + path);
      return out.nodes();
    }

    @Override
    public void endBlock() throws IOException {
      operation("end block " + path);
      out.endBlock();
    }

    @Override
    public void write(int b) throws IOException {
      out.write(b);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      operation("write " + path);
      out.write(bytes, offset, length);
    }

    @Override
    public void close() throws IOException {
      operation("close " + path);
      out.close();
      end();
    }

    /** Releases the handle even if the disk fails. */
    @Override
    public void abort() throws IOException {
      end();
      out.abort();
      operation("abort " + path);
    }
  }
}
