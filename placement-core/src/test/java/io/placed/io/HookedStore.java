package io.placed.io;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Lets a test run code between any two operations, hides existing files from listings, and loses
 * responses of puts.
 */
public class HookedStore extends ForwardingFileStore {
  /** The code to run. */
  public interface Hook {
    void run() throws IOException;
  }

  private final long at;
  private final Hook hook;
  private long operations;

  /**
   * @param at number of the operation before which the hook runs, from 1
   */
  public HookedStore(FileStore store, long at, Hook hook) {
    super(store);
    this.at = at;
    this.hook = hook;
  }

  /** Whether the operation was reached. */
  public boolean hasRun() {
    return operations >= at;
  }

  private void operation() throws IOException {
    if (++operations == at) {
      hook.run();
    }
  }

  /** Whether listings omit the file. */
  protected boolean misses(String path) {
    return false;
  }

  private List<FileInfo> seen(List<FileInfo> all) {
    List<FileInfo> seen = new ArrayList<>(all);
    seen.removeIf(f -> misses(f.path()));
    return seen;
  }

  @Override
  public FileInfo stat(String path) throws IOException {
    operation();
    return super.stat(path);
  }

  @Override
  public boolean exists(String path) throws IOException {
    operation();
    return super.exists(path);
  }

  @Override
  public List<FileInfo> list(String directory, boolean recursive) throws IOException {
    operation();
    return seen(super.list(directory, recursive));
  }

  @Override
  public List<FileInfo> walk(String directory, Predicate<String> enters) throws IOException {
    operation();
    return seen(super.walk(directory, enters));
  }

  @Override
  public boolean delete(String path, boolean recursive) throws IOException {
    operation();
    return super.delete(path, recursive);
  }

  @Override
  public PositionOutput create(String path, CreateOptions options) throws IOException {
    operation();
    return super.create(path, options);
  }

  @Override
  public boolean putIfAbsent(String path, byte[] content) throws IOException {
    operation();
    return super.putIfAbsent(path, content);
  }

  @Override
  public byte[] readAll(String path) throws IOException {
    operation();
    return super.readAll(path);
  }
}
