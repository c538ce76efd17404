package io.placed.io.hadoop;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.AccessDeniedException;
import java.util.Arrays;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Predicate;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Abortable;
import org.apache.hadoop.fs.CommonPathCapabilities;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FSDataOutputStreamBuilder;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Options.CreateFileOptionKeys;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PathIOException;
import org.apache.hadoop.fs.PathIsNotEmptyDirectoryException;
import org.apache.hadoop.fs.PositionedReadable;
import org.apache.hadoop.fs.Seekable;
import org.apache.hadoop.fs.StreamCapabilities;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.util.Progressable;

/**
 * An in-memory object store with the documented behaviour of the connector of its scheme: {@code
 * s3a} publishes on close, and can abort outputs and create conditionally; {@code gs} publishes on
 * close and cannot abort; all others show files while they are written. Renames never replace. The
 * fields select operations that fail.
 */
public final class ObjectFileSystem extends FileSystem {
  static final Map<Path, byte[]> OBJECTS = new ConcurrentHashMap<>();
  private static final Set<Path> DIRECTORIES = ConcurrentHashMap.newKeySet();

  /** Number of bytes after which every write fails; later writes and closes succeed. */
  static volatile long failsAfter = Long.MAX_VALUE;

  /** Files whose close fails. */
  static volatile Predicate<Path> closeFails = p -> false;

  /** Whether a failing close has published the file, so that only the response is lost. */
  static volatile boolean failedClosePublishes;

  /** Renames that fail, by the new name. */
  static volatile Predicate<Path> renameFails = p -> false;

  /** Whether a failing rename throws instead of returning false. */
  static volatile boolean renameThrows;

  /** Whether the server ignores conditions: what exists is replaced. */
  static volatile boolean ignoresConditions;

  /** Objects whose put gets no answer, so that the client repeats it after its effect. */
  static volatile Predicate<Path> repeats = p -> false;

  /** Objects that this process may not delete. */
  static volatile Predicate<Path> deleteFails = p -> false;

  /** Puts and deletes of objects since all was sound: {@code PUT NAME}. */
  static final Queue<String> REQUESTS = new ConcurrentLinkedQueue<>();

  private URI uri;

  static void sound() {
    failsAfter = Long.MAX_VALUE;
    closeFails = p -> false;
    failedClosePublishes = false;
    renameFails = p -> false;
    renameThrows = false;
    ignoresConditions = false;
    repeats = p -> false;
    deleteFails = p -> false;
    REQUESTS.clear();
  }

  static Configuration configuration(String... schemes) {
    Configuration configuration = new Configuration(false);
    for (String scheme : schemes) {
      configuration.setClass("fs." + scheme + ".impl", ObjectFileSystem.class, FileSystem.class);
    }
    return configuration;
  }

  @Override
  public void initialize(URI name, Configuration configuration) throws IOException {
    super.initialize(name, configuration);
    setConf(configuration);
    uri = URI.create(name.getScheme() + "://" + name.getAuthority());
  }

  @Override
  public URI getUri() {
    return uri;
  }

  private boolean isS3() {
    return uri.getScheme().equals("s3a");
  }

  private boolean appearsOnClose() {
    return isS3() || uri.getScheme().equals("gs");
  }

  @Override
  public boolean hasPathCapability(Path path, String capability) throws IOException {
    return switch (capability) {
      case CommonPathCapabilities.ABORTABLE_STREAM,
          CreateFileOptionKeys.FS_OPTION_CREATE_CONDITIONAL_OVERWRITE ->
          isS3();
      default -> super.hasPathCapability(path, capability);
    };
  }

  @Override
  public FSDataInputStream open(Path path, int bufferSize) throws IOException {
    byte[] content = OBJECTS.get(makeQualified(path));
    if (content == null) {
      throw new FileNotFoundException(path.toString());
    }
    return new FSDataInputStream(new Input(content));
  }

  @Override
  public FSDataOutputStream create(
      Path path,
      FsPermission permission,
      boolean overwrite,
      int bufferSize,
      short replication,
      long blockSize,
      Progressable progress)
      throws IOException {
    return create(path, overwrite, false);
  }

  private FSDataOutputStream create(Path path, boolean overwrite, boolean conditional)
      throws IOException {
    Path object = makeQualified(path);
    if (!overwrite && !conditional && OBJECTS.containsKey(object)) {
      throw new FileAlreadyExistsException(path.toString());
    }
    mkdirs(object.getParent(), null);
    boolean isNew = conditional || (!overwrite && uri.getScheme().equals("gs"));
    Output out = isS3() ? new AbortableOutput(object, isNew) : new Output(object, isNew);
    return new FSDataOutputStream(out, null);
  }

  @Override
  public FSDataOutputStreamBuilder<?, ?> createFile(Path path) {
    return new Builder(this, path).create();
  }

  private static final class Builder
      extends FSDataOutputStreamBuilder<FSDataOutputStream, Builder> {
    Builder(FileSystem fileSystem, Path path) {
      super(fileSystem, path);
    }

    @Override
    public Builder getThisBuilder() {
      return this;
    }

    @Override
    public FSDataOutputStream build() throws IOException {
      String conditional = CreateFileOptionKeys.FS_OPTION_CREATE_CONDITIONAL_OVERWRITE;
      boolean overwrite = getFlags().contains(org.apache.hadoop.fs.CreateFlag.OVERWRITE);
      return ((ObjectFileSystem) getFS())
          .create(getPath(), overwrite, getOptions().getBoolean(conditional, false));
    }
  }

  /** A file being written. */
  private class Output extends OutputStream {
    final Path object;
    final boolean isNew;
    final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    boolean ended;

    Output(Path object, boolean isNew) throws IOException {
      this.object = object;
      this.isNew = isNew;
      if (!appearsOnClose()) {
        OBJECTS.put(object, new byte[0]);
      }
    }

    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] from, int offset, int length) throws IOException {
      if (bytes.size() + (long) length > failsAfter) {
        bytes.write(from, offset, (int) (failsAfter - bytes.size()));
        throw new IOException(object.getName() + ": the wire was cut");
      }
      bytes.write(from, offset, length);
    }

    @Override
    public void close() throws IOException {
      if (ended) {
        return;
      }
      ended = true;
      REQUESTS.add("PUT " + object.getName());
      if (closeFails.test(object) && !failedClosePublishes) {
        throw new IOException(object.getName() + ": cannot be published");
      }
      publish();
      if (repeats.test(object)) {
        publish();
      }
      if (closeFails.test(object)) {
        throw new IOException(object.getName() + ": no answer");
      }
    }

    private void publish() throws IOException {
      byte[] content = bytes.toByteArray();
      if (!isNew || ignoresConditions) {
        OBJECTS.put(object, content);
      } else if (OBJECTS.putIfAbsent(object, content) != null) {
        throw new RemoteFileChangedException(object.toString());
      }
    }
  }

  /** The exception of this name of S3A. */
  private static final class RemoteFileChangedException extends PathIOException {
    private static final long serialVersionUID = 1L;

    RemoteFileChangedException(String path) {
      super(path, "412 Precondition Failed");
    }
  }

  /** A file being written that can be aborted. */
  private final class AbortableOutput extends Output implements Abortable, StreamCapabilities {
    AbortableOutput(Path object, boolean isNew) throws IOException {
      super(object, isNew);
    }

    @Override
    public boolean hasCapability(String capability) {
      return capability.equals(StreamCapabilities.ABORTABLE_STREAM);
    }

    @Override
    public AbortableResult abort() {
      boolean already = ended;
      ended = true;
      return new AbortableResult() {
        @Override
        public boolean alreadyClosed() {
          return already;
        }

        @Override
        public IOException anyCleanupException() {
          return null;
        }
      };
    }
  }

  @Override
  public FSDataOutputStream append(Path path, int bufferSize, Progressable progress) {
    throw new UnsupportedOperationException("append");
  }

  @Override
  public boolean rename(Path from, Path to) throws IOException {
    Path source = makeQualified(from);
    Path target = makeQualified(to);
    if (renameFails.test(target)) {
      if (renameThrows) {
        throw new IOException(to + ": rename failed");
      }
      return false;
    }
    byte[] content = OBJECTS.get(source);
    if (content == null || OBJECTS.putIfAbsent(target, content) != null) {
      return false;
    }
    OBJECTS.remove(source);
    return true;
  }

  private boolean holds(Path path) {
    String prefix = path.toString().endsWith("/") ? path.toString() : path + "/";
    return path.isRoot()
        || DIRECTORIES.contains(path)
        || OBJECTS.keySet().stream().anyMatch(p -> p.toString().startsWith(prefix))
        || DIRECTORIES.stream().anyMatch(p -> p.toString().startsWith(prefix));
  }

  @Override
  public boolean delete(Path path, boolean recursive) throws IOException {
    Path object = makeQualified(path);
    if (OBJECTS.containsKey(object)) {
      REQUESTS.add("DELETE " + object.getName());
      if (deleteFails.test(object)) {
        throw new AccessDeniedException(object.toString());
      }
    }
    if (OBJECTS.remove(object) != null) {
      return true;
    }
    if (!holds(object)) {
      return false;
    }
    if (!recursive && listStatus(object).length > 0) {
      throw new PathIsNotEmptyDirectoryException(path.toString());
    }
    OBJECTS.keySet().removeIf(p -> p.toString().startsWith(object + "/"));
    DIRECTORIES.removeIf(p -> p.equals(object) || p.toString().startsWith(object + "/"));
    return true;
  }

  @Override
  public FileStatus[] listStatus(Path path) throws IOException {
    Path directory = makeQualified(path);
    if (OBJECTS.containsKey(directory)) {
      return new FileStatus[] {getFileStatus(directory)};
    }
    if (!holds(directory)) {
      throw new FileNotFoundException(path.toString());
    }
    String prefix = directory.isRoot() ? directory.toString() : directory + "/";
    Map<Path, FileStatus> found = new TreeMap<>();
    for (Set<Path> all : Arrays.asList(OBJECTS.keySet(), DIRECTORIES)) {
      for (Path p : all) {
        if (p.toString().startsWith(prefix) && !p.equals(directory)) {
          String name = p.toString().substring(prefix.length()).split("/")[0];
          Path child = new Path(directory, name);
          try {
            found.put(child, getFileStatus(child));
          } catch (FileNotFoundException e) {
            continue; // Another thread has deleted it; a store would not list it, and not fail.
          }
        }
      }
    }
    return found.values().toArray(FileStatus[]::new);
  }

  @Override
  public void setWorkingDirectory(Path directory) {}

  @Override
  public Path getWorkingDirectory() {
    return new Path(uri + "/");
  }

  @Override
  public boolean mkdirs(Path path, FsPermission permission) {
    Path directory = makeQualified(path);
    for (Path p = directory; p != null && !p.isRoot(); p = p.getParent()) {
      DIRECTORIES.add(p);
    }
    return true;
  }

  @Override
  public FileStatus getFileStatus(Path path) throws IOException {
    Path object = makeQualified(path);
    byte[] content = OBJECTS.get(object);
    if (content != null) {
      return new FileStatus(content.length, false, 1, 1 << 20, 1, object);
    }
    if (holds(object)) {
      return new FileStatus(0, true, 1, 0, 1, object);
    }
    throw new FileNotFoundException(path.toString());
  }

  private static final class Input extends ByteArrayInputStream
      implements Seekable, PositionedReadable {
    Input(byte[] content) {
      super(content);
    }

    @Override
    public void seek(long position) {
      pos = (int) position;
    }

    @Override
    public long getPos() {
      return pos;
    }

    @Override
    public boolean seekToNewSource(long target) {
      return false;
    }

    @Override
    public int read(long position, byte[] buffer, int offset, int length) {
      if (position >= count) {
        return length == 0 ? 0 : -1;
      }
      int n = (int) Math.min(length, count - position);
      System.arraycopy(buf, (int) position, buffer, offset, n);
      return n;
    }

    @Override
    public void readFully(long position, byte[] buffer, int offset, int length) throws IOException {
      if (position + length > count) {
        throw new java.io.EOFException("behind the end");
      }
      System.arraycopy(buf, (int) position, buffer, offset, length);
    }

    @Override
    public void readFully(long position, byte[] buffer) throws IOException {
      readFully(position, buffer, 0, buffer.length);
    }
  }
}
