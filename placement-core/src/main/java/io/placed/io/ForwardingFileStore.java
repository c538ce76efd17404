package io.placed.io;

import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** Delegates to another store; subclasses override some methods. */
public abstract class ForwardingFileStore implements FileStore {
  private final FileStore store;

  protected ForwardingFileStore(FileStore store) {
    this.store = store;
  }

  @Override
  public String qualify(String path) throws IOException {
    return store.qualify(path);
  }

  @Override
  public InputFile input(String path) throws IOException {
    return store.input(path);
  }

  @Override
  public InputFile input(String path, long length) {
    return store.input(path, length);
  }

  @Override
  public PositionOutput create(String path, CreateOptions options) throws IOException {
    return store.create(path, options);
  }

  @Override
  public PositionOutput createLike(String path, CreateOptions options, String model)
      throws IOException {
    return store.createLike(path, options, model);
  }

  @Override
  public FileInfo stat(String path) throws IOException {
    return store.stat(path);
  }

  @Override
  public FileBlocks blocks(String path) throws IOException {
    return store.blocks(path);
  }

  @Override
  public Map<String, List<FileBlocks.Block>> locate(Collection<String> paths) throws IOException {
    return store.locate(paths);
  }

  @Override
  public boolean exists(String path) throws IOException {
    return store.exists(path);
  }

  @Override
  public List<FileInfo> list(String directory, boolean recursive) throws IOException {
    return store.list(directory, recursive);
  }

  @Override
  public List<FileInfo> walk(String directory, Predicate<String> enters) throws IOException {
    return store.walk(directory, enters);
  }

  @Override
  public boolean isLinked(String directory, String path) throws IOException {
    return store.isLinked(directory, path);
  }

  @Override
  public String realPath(String path) throws IOException {
    return store.realPath(path);
  }

  @Override
  public boolean delete(String path, boolean recursive) throws IOException {
    return store.delete(path, recursive);
  }

  @Override
  public void mkdirs(String path) throws IOException {
    store.mkdirs(path);
  }

  @Override
  public void rename(String from, String to) throws IOException {
    store.rename(from, to);
  }

  @Override
  public boolean putIfAbsent(String path, byte[] content) throws IOException {
    return store.putIfAbsent(path, content);
  }

  @Override
  public Machine machine() {
    return store.machine();
  }

  @Override
  public byte[] readAll(String path) throws IOException {
    return store.readAll(path);
  }
}
