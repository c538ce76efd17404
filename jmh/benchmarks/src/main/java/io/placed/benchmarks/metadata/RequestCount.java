package io.placed.benchmarks.metadata;

import io.placed.io.CountingInput;
import io.placed.io.FileInfo;
import io.placed.io.FileStore;
import io.placed.io.ForwardingFileStore;
import io.placed.io.InputFile;
import io.placed.io.IoCounters;
import io.placed.io.RandomInput;
import java.io.IOException;
import java.util.List;
import java.util.function.Predicate;

/** Counts the requests of an object store: each existence check, list and range is one. */
final class RequestCount extends ForwardingFileStore {
  private final IoCounters counters = new IoCounters();

  RequestCount(FileStore store) {
    super(store);
  }

  ReadCost cost() {
    return new ReadCost(counters.requests(), counters.bytesRead());
  }

  @Override
  public FileInfo stat(String path) throws IOException {
    counters.addRead(0);
    return super.stat(path);
  }

  @Override
  public boolean exists(String path) throws IOException {
    counters.addRead(0);
    return super.exists(path);
  }

  @Override
  public List<FileInfo> list(String directory, boolean recursive) throws IOException {
    counters.addRead(0);
    return super.list(directory, recursive);
  }

  @Override
  public List<FileInfo> walk(String directory, Predicate<String> enters) throws IOException {
    counters.addRead(0);
    return super.walk(directory, enters);
  }

  @Override
  public byte[] readAll(String path) throws IOException {
    byte[] content = super.readAll(path);
    counters.addRead(content.length);
    return content;
  }

  @Override
  public InputFile input(String path) throws IOException {
    return new Counted(super.input(path));
  }

  @Override
  public InputFile input(String path, long length) {
    return new Counted(super.input(path, length));
  }

  private final class Counted implements InputFile {
    private final InputFile file;

    Counted(InputFile file) {
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
    public RandomInput open() throws IOException {
      return new CountingInput(file.open(), counters);
    }
  }
}
