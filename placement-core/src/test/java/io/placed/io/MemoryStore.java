package io.placed.io;

import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NotDirectoryException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * A file system in memory. As on HDFS, a file that is not atomic is visible while it is written,
 * and one that is removed cannot be read on by those who have it open.
 */
public final class MemoryStore implements FileStore {
  private static final class Node {
    private final boolean directory;
    private byte[] bytes = new byte[0];
    private int length;
    private long modified;

    private Node(boolean directory, long modified) {
      this.directory = directory;
      this.modified = modified;
    }

    private void append(byte[] from, int offset, int count) {
      if (length + count > bytes.length) {
        bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + count));
      }
      System.arraycopy(from, offset, bytes, length, count);
      length += count;
    }
  }

  /** What a listing that is late still shows. */
  private record Removed(FileInfo info, long at) {}

  private final Machine machine;
  private final TreeMap<String, Node> nodes = new TreeMap<>();
  private final List<Removed> removed = new ArrayList<>();
  private int temporary;

  public MemoryStore() {
    this(Machine.THIS);
  }

  /**
   * @param machine whose clock gives the modification times
   */
  public MemoryStore(Machine machine) {
    this.machine = machine;
    nodes.put("/", new Node(true, machine.millis()));
  }

  @Override
  public Machine machine() {
    return machine;
  }

  @Override
  public String qualify(String path) {
    String absolute = path.startsWith("/") ? path : "/" + path;
    return absolute.length() > 1 && absolute.endsWith("/")
        ? absolute.substring(0, absolute.length() - 1)
        : absolute;
  }

  private static FileNotFoundException missing(String path) {
    return new FileNotFoundException(path + ": no such file or directory");
  }

  private Node node(String path) throws FileNotFoundException {
    Node node = nodes.get(qualify(path));
    if (node == null) {
      throw missing(path);
    }
    return node;
  }

  private Node file(String path) throws FileNotFoundException {
    Node node = node(path);
    if (node.directory) {
      throw new FileNotFoundException(path + ": is a directory, not a file");
    }
    return node;
  }

  private static FileInfo info(String path, Node node) {
    return new FileInfo(path, node.length, node.modified, node.directory);
  }

  @Override
  public synchronized InputFile input(String path) throws IOException {
    return input(path, file(path).length);
  }

  @Override
  public InputFile input(String path, long length) {
    String name = qualify(path);
    return new InputFile() {
      @Override
      public String path() {
        return name;
      }

      @Override
      public long length() {
        return length;
      }

      @Override
      public InputFile sibling(String sibling, long siblingLength) {
        return input(PathNames.join(PathNames.parent(name), sibling), siblingLength);
      }

      @Override
      public RandomInput open() throws IOException {
        synchronized (MemoryStore.this) {
          file(name);
        }
        return new Input(name);
      }
    };
  }

  private final class Input implements RandomInput {
    private final String name;

    Input(String name) {
      this.name = name;
    }

    @Override
    public void readFully(long position, byte[] buffer, int offset, int length) throws IOException {
      synchronized (MemoryStore.this) {
        Node node = file(name);
        if (position + length > node.length) {
          throw new EOFException(
              name + ": ends at byte " + node.length + ", requested " + length + " at " + position);
        }
        System.arraycopy(node.bytes, (int) position, buffer, offset, length);
      }
    }

    @Override
    public void close() {}
  }

  @Override
  public synchronized PositionOutput create(String path, CreateOptions options) throws IOException {
    String name = qualify(path);
    Node there = nodes.get(name);
    if (there != null && (there.directory || !options.overwrite())) {
      throw new FileAlreadyExistsException(name);
    }
    mkdirs(PathNames.parent(name));
    return new Output(name, options);
  }

  @Override
  public synchronized PositionOutput createLike(String path, CreateOptions options, String model)
      throws IOException {
    file(model);
    return create(path, options);
  }

  private final class Output extends PositionOutput {
    private final String name;
    private final CreateOptions options;
    private final String written;
    private final Node node = new Node(false, machine.millis());
    private boolean done;

    Output(String name, CreateOptions options) {
      this.name = name;
      this.options = options;
      String hidden = "." + PathNames.name(name) + "." + temporary++ + ".tmp";
      this.written = options.atomic() ? PathNames.join(PathNames.parent(name), hidden) : name;
      nodes.put(written, node);
    }

    @Override
    public long position() {
      return node.length;
    }

    @Override
    public void endBlock() {}

    @Override
    public void write(int b) {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
      synchronized (MemoryStore.this) {
        node.append(bytes, offset, length);
      }
    }

    @Override
    public void close() throws IOException {
      synchronized (MemoryStore.this) {
        if (done) {
          return;
        }
        if (nodes.get(written) != node) {
          throw missing(written);
        }
        if (options.atomic()) {
          if (!options.overwrite() && nodes.containsKey(name)) {
            throw new FileAlreadyExistsException(name);
          }
          nodes.remove(written);
          nodes.put(name, node);
        }
        node.modified = machine.millis();
        done = true;
      }
    }

    @Override
    public void abort() {
      synchronized (MemoryStore.this) {
        if (!done && nodes.get(written) == node) {
          nodes.remove(written);
        }
        done = true;
      }
    }
  }

  @Override
  public synchronized FileInfo stat(String path) throws IOException {
    return info(qualify(path), node(path));
  }

  @Override
  public synchronized FileBlocks blocks(String path) throws IOException {
    file(path);
    return FileBlocks.NONE;
  }

  @Override
  public synchronized boolean exists(String path) {
    return nodes.containsKey(qualify(path));
  }

  @Override
  public synchronized List<FileInfo> list(String directory, boolean recursive) throws IOException {
    if (recursive) {
      return walk(directory, name -> true);
    }
    List<FileInfo> found = new ArrayList<>();
    String prefix = prefix(directory);
    below(prefix)
        .forEach(
            (path, node) -> {
              if (path.indexOf('/', prefix.length()) < 0) {
                found.add(info(path, node));
              }
            });
    return found;
  }

  @Override
  public synchronized List<FileInfo> walk(String directory, Predicate<String> enters)
      throws IOException {
    List<FileInfo> found = new ArrayList<>();
    String prefix = prefix(directory);
    below(prefix)
        .forEach(
            (path, node) -> {
              if (!node.directory && isEntered(path, prefix, enters)) {
                found.add(info(path, node));
              }
            });
    return found;
  }

  private static boolean isEntered(String path, String prefix, Predicate<String> enters) {
    int from = prefix.length();
    for (int to = path.indexOf('/', from); to >= 0; to = path.indexOf('/', from)) {
      if (!enters.test(path.substring(from, to))) {
        return false;
      }
      from = to + 1;
    }
    return true;
  }

  private String prefix(String directory) throws IOException {
    if (!node(directory).directory) {
      throw new NotDirectoryException(directory + ": is a file, not a directory");
    }
    String name = qualify(directory);
    return name.equals("/") ? name : name + "/";
  }

  private NavigableMap<String, Node> below(String prefix) {
    return nodes.subMap(prefix, false, prefix + Character.MAX_VALUE, false);
  }

  /** Files directly in a directory that were removed since a time: late listings have them. */
  public synchronized List<FileInfo> removedSince(String directory, long millis) {
    String parent = qualify(directory);
    return removed.stream()
        .filter(r -> r.at() >= millis && PathNames.parent(r.info().path()).equals(parent))
        .filter(r -> !nodes.containsKey(r.info().path()))
        .map(Removed::info)
        .distinct()
        .toList();
  }

  @Override
  public synchronized boolean delete(String path, boolean recursive) throws IOException {
    String name = qualify(path);
    Node node = nodes.get(name);
    if (node == null) {
      return false;
    }
    NavigableMap<String, Node> inside = below(name + "/");
    if (node.directory && !inside.isEmpty() && !recursive) {
      throw new IOException(name + ": the directory is not empty");
    }
    inside.forEach(this::remember);
    inside.clear();
    remember(name, node);
    nodes.remove(name);
    return true;
  }

  private void remember(String path, Node node) {
    if (!node.directory) {
      removed.add(new Removed(info(path, node), machine.millis()));
    }
  }

  @Override
  public synchronized void mkdirs(String path) throws IOException {
    String name = qualify(path);
    Node node = nodes.get(name);
    if (node == null) {
      mkdirs(PathNames.parent(name));
      nodes.put(name, new Node(true, machine.millis()));
    } else if (!node.directory) {
      throw new FileAlreadyExistsException(name, null, "is a file");
    }
  }

  @Override
  public synchronized void rename(String from, String to) throws IOException {
    Node node = file(from);
    String name = qualify(to);
    if (nodes.containsKey(name)) {
      throw new FileAlreadyExistsException(name);
    }
    mkdirs(PathNames.parent(name));
    nodes.remove(qualify(from));
    nodes.put(name, node);
  }

  @Override
  public synchronized boolean putIfAbsent(String path, byte[] content) throws IOException {
    AtomicContent.requireText(path, content);
    String name = qualify(path);
    if (nodes.containsKey(name)) {
      return false;
    }
    mkdirs(PathNames.parent(name));
    Node node = new Node(false, machine.millis());
    node.append(content, 0, content.length);
    nodes.put(name, node);
    return true;
  }

  @Override
  public synchronized byte[] readAll(String path) throws IOException {
    Node node = file(path);
    return Arrays.copyOf(node.bytes, node.length);
  }
}
