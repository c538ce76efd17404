package io.placed.io;

import java.io.IOException;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

/**
 * A store on which anything may happen at every operation: it asks {@link Faults} before each, and
 * does what they say. It counts inputs and outputs that nobody has closed.
 */
public class FaultStore extends ForwardingFileStore {
  /** Kinds of operations; those of an open file included. */
  public enum Op {
    INPUT,
    OPEN,
    READ,
    CREATE,
    WRITE,
    END_BLOCK,
    NODES,
    CLOSE,
    ABORT,
    STAT,
    EXISTS,
    LIST,
    DELETE,
    MKDIRS,
    RENAME,
    PUT,
    READ_ALL
  }

  /**
   * An operation that is about to happen.
   *
   * @param number from 1
   */
  public record Operation(int number, Op op, String path) {
    @Override
    public String toString() {
      return op + " " + path;
    }
  }

  /** Decides what happens. */
  public interface Faults {
    /** Called before every operation; may wait, and run the operations of others. */
    Fault at(Operation operation) throws IOException;

    /** What a listing shows of what is there. */
    default List<FileInfo> listed(Operation operation, List<FileInfo> found) throws IOException {
      return found;
    }

    /** Called after every operation that was done, before its caller knows. */
    default void done(Operation operation) throws IOException {}
  }

  /** Something that others do meanwhile. */
  public interface Hook {
    void run() throws IOException;
  }

  private final FileStore store;
  private final Faults faults;
  private final Random random;
  private final AtomicInteger operations = new AtomicInteger();
  private final AtomicInteger open = new AtomicInteger();

  public FaultStore(FileStore store, Faults faults) {
    this(store, faults, 0);
  }

  /**
   * @param seed of what is random about damages
   */
  public FaultStore(FileStore store, Faults faults, long seed) {
    super(store);
    this.store = store;
    this.faults = faults;
    this.random = new Random(seed);
  }

  /**
   * Something goes wrong with one operation, or with it and all later ones.
   *
   * @param at number of the operation, from 1
   */
  public static FaultStore failing(FileStore store, int at, boolean forGood, Fault fault) {
    return new FaultStore(
        store, o -> o.number() == at || forGood && o.number() > at ? fault : Fault.NONE, at);
  }

  /**
   * Others do something before one of the operations.
   *
   * @param at number of the operation, from 1
   */
  public static FaultStore hooked(FileStore store, int at, Hook hook) {
    return new FaultStore(
        store,
        o -> {
          if (o.number() == at) {
            hook.run();
          }
          return Fault.NONE;
        });
  }

  /** A store whose listings omit files. */
  public static FaultStore missing(FileStore store, Predicate<String> paths) {
    return new FaultStore(
        store,
        new Faults() {
          @Override
          public Fault at(Operation operation) {
            return Fault.NONE;
          }

          @Override
          public List<FileInfo> listed(Operation operation, List<FileInfo> found) {
            return found.stream().filter(f -> !paths.test(f.path())).toList();
          }
        });
  }

  /** Whether there were so many operations. */
  public final boolean reached(int number) {
    return operations.get() >= number;
  }

  /** Number of inputs and outputs that were neither closed nor aborted. */
  public final int open() {
    return open.get();
  }

  private interface Action<R> {
    R run() throws IOException;
  }

  private <R> R during(Op op, String path, Action<R> action) throws IOException {
    Operation operation = new Operation(operations.incrementAndGet(), op, path);
    return during(operation, action);
  }

  private <R> R during(Operation operation, Action<R> action) throws IOException {
    Fault fault = faults.at(operation);
    if (!fault.effect()) {
      fault.raise();
    }
    R result = action.run();
    boolean completes =
        operation.op() == Op.CLOSE || Boolean.TRUE.equals(result) && isPut(operation);
    if (fault.damage() != null && completes) {
      fault.damage().to(store, operation.path(), random);
    }
    faults.done(operation);
    fault.raise();
    return result;
  }

  private static boolean isPut(Operation operation) {
    return operation.op() == Op.PUT;
  }

  @Override
  public InputFile input(String path) throws IOException {
    return during(Op.INPUT, path, () -> new Input(super.input(path)));
  }

  @Override
  public InputFile input(String path, long length) {
    return new Input(super.input(path, length));
  }

  @Override
  public PositionOutput create(String path, CreateOptions options) throws IOException {
    return created(path, () -> super.create(path, options));
  }

  @Override
  public PositionOutput createLike(String path, CreateOptions options, String model)
      throws IOException {
    return created(path, () -> super.createLike(path, options, model));
  }

  private PositionOutput created(String path, Action<PositionOutput> create) throws IOException {
    Output[] made = new Output[1];
    try {
      return during(
          Op.CREATE,
          path,
          () -> {
            made[0] = new Output(create.run(), path);
            return made[0];
          });
    } catch (IOException | RuntimeException | Error e) {
      if (made[0] != null) {
        made[0].end(); // The caller does not have it, so that it cannot close it.
      }
      throw e;
    }
  }

  @Override
  public FileInfo stat(String path) throws IOException {
    return during(Op.STAT, path, () -> super.stat(path));
  }

  @Override
  public boolean exists(String path) throws IOException {
    return during(Op.EXISTS, path, () -> super.exists(path));
  }

  @Override
  public List<FileInfo> list(String directory, boolean recursive) throws IOException {
    return listed(directory, () -> super.list(directory, recursive));
  }

  @Override
  public List<FileInfo> walk(String directory, Predicate<String> enters) throws IOException {
    return listed(directory, () -> super.walk(directory, enters));
  }

  private List<FileInfo> listed(String directory, Action<List<FileInfo>> list) throws IOException {
    Operation operation = new Operation(operations.incrementAndGet(), Op.LIST, directory);
    return during(operation, () -> faults.listed(operation, list.run()));
  }

  @Override
  public boolean delete(String path, boolean recursive) throws IOException {
    return during(Op.DELETE, path, () -> super.delete(path, recursive));
  }

  @Override
  public void mkdirs(String path) throws IOException {
    during(
        Op.MKDIRS,
        path,
        () -> {
          super.mkdirs(path);
          return null;
        });
  }

  @Override
  public void rename(String from, String to) throws IOException {
    during(
        Op.RENAME,
        from,
        () -> {
          super.rename(from, to);
          return null;
        });
  }

  @Override
  public boolean putIfAbsent(String path, byte[] content) throws IOException {
    return during(Op.PUT, path, () -> super.putIfAbsent(path, content));
  }

  @Override
  public byte[] readAll(String path) throws IOException {
    return during(Op.READ_ALL, path, () -> super.readAll(path));
  }

  /** What inputs say that they are. */
  protected String named(String path) {
    return path;
  }

  private final class Input implements InputFile {
    private final InputFile file;

    Input(InputFile file) {
      this.file = file;
    }

    @Override
    public String path() {
      return named(file.path());
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
    public StorageKind storage() {
      return file.storage();
    }

    @Override
    public String devices() {
      return file.devices();
    }

    @Override
    public RandomInput open() throws IOException {
      Reading[] made = new Reading[1];
      try {
        return during(
            Op.OPEN,
            file.path(),
            () -> {
              made[0] = new Reading(file);
              return made[0];
            });
      } catch (IOException | RuntimeException | Error e) {
        if (made[0] != null) {
          made[0].close();
        }
        throw e;
      }
    }
  }

  private final class Reading implements RandomInput {
    private final RandomInput in;
    private final String path;
    private boolean closed;

    Reading(InputFile file) throws IOException {
      this.in = file.open();
      this.path = file.path();
      open.incrementAndGet();
    }

    @Override
    public void readFully(long position, byte[] buffer, int offset, int length) throws IOException {
      during(
          Op.READ,
          path,
          () -> {
            in.readFully(position, buffer, offset, length);
            return null;
          });
    }

    @Override
    public int stepBytes() {
      return in.stepBytes();
    }

    @Override
    public synchronized void close() throws IOException {
      if (!closed) {
        closed = true;
        open.decrementAndGet();
        in.close();
      }
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
    public List<String> nodes() throws IOException {
      return during(Op.NODES, path, out::nodes);
    }

    @Override
    public void endBlock() throws IOException {
      during(
          Op.END_BLOCK,
          path,
          () -> {
            out.endBlock();
            return null;
          });
    }

    @Override
    public void write(int b) throws IOException {
      out.write(b);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      during(
          Op.WRITE,
          path,
          () -> {
            out.write(bytes, offset, length);
            return null;
          });
    }

    @Override
    public void close() throws IOException {
      during(
          Op.CLOSE,
          path,
          () -> {
            out.close();
            end();
            return null;
          });
    }

    /** Releases the handle even if the disk fails. */
    @Override
    public void abort() throws IOException {
      end();
      out.abort();
      during(Op.ABORT, path, () -> null);
    }
  }
}
