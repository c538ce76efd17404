package io.placed.io;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;

/** Counts the operations of a store. */
public final class CountingStore extends ForwardingFileStore {
  public final AtomicLong questions = new AtomicLong();
  public final AtomicLong contents = new AtomicLong();
  public final AtomicLong bytes = new AtomicLong();
  public final AtomicLong lists = new AtomicLong();
  public final AtomicLong listed = new AtomicLong();
  public final AtomicLong opens = new AtomicLong();

  public CountingStore(FileStore store) {
    super(store);
  }

  public void reset() {
    for (AtomicLong n : List.of(questions, contents, bytes, lists, listed, opens)) {
      n.set(0);
    }
  }

  @Override
  public String toString() {
    return "%s exists/stat, %s reads of %s bytes, %s lists of %s files, %s opens"
        .formatted(questions, contents, bytes, lists, listed, opens);
  }

  @Override
  public FileInfo stat(String path) throws IOException {
    questions.incrementAndGet();
    return super.stat(path);
  }

  @Override
  public boolean exists(String path) throws IOException {
    questions.incrementAndGet();
    return super.exists(path);
  }

  @Override
  public byte[] readAll(String path) throws IOException {
    contents.incrementAndGet();
    byte[] read = super.readAll(path);
    bytes.addAndGet(read.length);
    return read;
  }

  @Override
  public List<FileInfo> list(String directory, boolean recursive) throws IOException {
    return counted(super.list(directory, recursive));
  }

  @Override
  public List<FileInfo> walk(String directory, Predicate<String> enters) throws IOException {
    return counted(super.walk(directory, enters));
  }

  private List<FileInfo> counted(List<FileInfo> found) {
    lists.incrementAndGet();
    listed.addAndGet(found.size());
    return found;
  }

  @Override
  public InputFile input(String path) throws IOException {
    return counting(super.input(path));
  }

  @Override
  public InputFile input(String path, long length) {
    return counting(super.input(path, length));
  }

  private InputFile counting(InputFile file) {
    return new InputFile() {
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
        return counting(file.sibling(name, length));
      }

      @Override
      public RandomInput open() throws IOException {
        opens.incrementAndGet();
        return file.open();
      }
    };
  }
}
