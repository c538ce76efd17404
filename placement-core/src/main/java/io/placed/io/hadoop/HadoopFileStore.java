package io.placed.io.hadoop;

import io.placed.io.AtomicContent;
import io.placed.io.CreateOptions;
import io.placed.io.FileBlocks;
import io.placed.io.FileInfo;
import io.placed.io.FileStore;
import io.placed.io.InputFile;
import io.placed.io.PathNames;
import io.placed.io.PositionOutput;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.security.AccessControlException;

/** A Hadoop file system. Paths are qualified: {@code hdfs://host/a}. */
public final class HadoopFileStore implements FileStore {
  private final FileSystem fileSystem;
  private final Configuration configuration;

  public HadoopFileStore(FileSystem fileSystem, Configuration configuration) {
    this.fileSystem = fileSystem;
    this.configuration = configuration;
  }

  @Override
  public String qualify(String path) throws IOException {
    return qualified(path).toString();
  }

  @Override
  public InputFile input(String path) throws IOException {
    FileInfo info = stat(path);
    if (info.directory()) {
      throw new FileNotFoundException(path + ": is a directory, not a file");
    }
    return input(info.path(), info.length());
  }

  @Override
  public InputFile input(String path, long length) {
    return new HadoopInputFile(fileSystem, path, length);
  }

  @Override
  public PositionOutput create(String path, CreateOptions options) throws IOException {
    return create(path, options, null);
  }

  @Override
  public PositionOutput createLike(String path, CreateOptions options, String model)
      throws IOException {
    if (!options.atomic()) {
      throw new IllegalArgumentException(
          path + ": a file with the access rights of another one must be atomic");
    }
    boolean objects = ObjectStores.appearsOnClose(fileSystem);
    return create(path, options, objects ? null : HadoopAccess.of(fileSystem, qualified(model)));
  }

  private PositionOutput create(String path, CreateOptions options, HadoopAccess access)
      throws IOException {
    Path target = qualified(path);
    try {
      return HadoopOutput.create(fileSystem, target, options, access);
    } catch (IOException e) {
      throw named(path, "cannot be created", e);
    }
  }

  @Override
  public FileInfo stat(String path) throws IOException {
    try {
      return info(fileSystem.getFileStatus(qualified(path)));
    } catch (FileNotFoundException e) {
      throw notFound(path, e);
    }
  }

  @Override
  public FileBlocks blocks(String path) throws IOException {
    try {
      FileStatus status = fileSystem.getFileStatus(qualified(path));
      if (status.isDirectory()) {
        throw new FileNotFoundException(path + ": is a directory, not a file");
      }
      return BlockLocations.of(fileSystem, status);
    } catch (FileNotFoundException e) {
      throw notFound(path, e);
    }
  }

  @Override
  public Map<String, List<FileBlocks.Block>> locate(Collection<String> paths) throws IOException {
    return BlockLocations.of(fileSystem, paths);
  }

  @Override
  public boolean exists(String path) throws IOException {
    return fileSystem.exists(qualified(path));
  }

  @Override
  public List<FileInfo> list(String directory, boolean recursive) throws IOException {
    if (recursive) {
      return walk(directory, name -> true);
    }
    List<FileInfo> found = new ArrayList<>();
    try {
      for (FileStatus status : children(qualified(directory))) {
        found.add(info(status));
      }
    } catch (FileNotFoundException e) {
      throw notFound(directory, e);
    }
    found.sort(Comparator.comparing(FileInfo::path));
    return found;
  }

  @Override
  public List<FileInfo> walk(String directory, Predicate<String> enters) throws IOException {
    Path dir = qualified(directory);
    List<FileInfo> found = new ArrayList<>();
    try {
      if (ObjectStores.listsFlat(fileSystem)) {
        RemoteIterator<LocatedFileStatus> files = fileSystem.listFiles(dir, true);
        while (files.hasNext()) {
          FileInfo file = info(files.next());
          if (isEntered(PathNames.relativize(dir.toString(), file.path()), enters)) {
            found.add(file);
          }
        }
      } else {
        listBelow(dir, enters, found);
      }
    } catch (FileNotFoundException e) {
      throw notFound(directory, e);
    }
    found.sort(Comparator.comparing(FileInfo::path));
    return found;
  }

  private static boolean isEntered(String relativeFile, Predicate<String> enters) {
    String[] parts = relativeFile.split("/");
    return Arrays.stream(parts, 0, parts.length - 1).allMatch(enters);
  }

  /**
   * What a directory has, each once: ABFS reports a directory of a flat namespace twice if a page
   * of the listing ends between the marker of the directory and what is in it.
   */
  private Collection<FileStatus> children(Path directory) throws IOException {
    Map<Path, FileStatus> found = new LinkedHashMap<>();
    for (FileStatus status : fileSystem.listStatus(directory)) {
      found.putIfAbsent(status.getPath(), status);
    }
    return found.values();
  }

  /** {@code listFiles} of HDFS fails if a directory is removed meanwhile. */
  private void listBelow(Path directory, Predicate<String> enters, List<FileInfo> found)
      throws IOException {
    for (FileStatus status : children(directory)) {
      if (status.isDirectory()) {
        if (!enters.test(status.getPath().getName())) {
          continue;
        }
        try {
          listBelow(status.getPath(), enters, found);
        } catch (FileNotFoundException e) {
          continue;
        }
      } else {
        found.add(info(status));
      }
    }
  }

  @Override
  public boolean delete(String path, boolean recursive) throws IOException {
    return fileSystem.delete(qualified(path), recursive);
  }

  @Override
  public void mkdirs(String path) throws IOException {
    if (!fileSystem.mkdirs(qualified(path))) {
      throw new IOException(path + ": the directory cannot be created");
    }
  }

  @Override
  public void rename(String from, String to) throws IOException {
    renameToNew(fileSystem, qualified(from), qualified(to));
  }

  static void renameToNew(FileSystem fileSystem, Path from, Path to) throws IOException {
    if (to.getParent() != null) {
      fileSystem.mkdirs(to.getParent());
    }
    Mounted source = Mounted.of(fileSystem, from, fileSystem.getConf());
    Mounted target = Mounted.of(fileSystem, to, fileSystem.getConf());
    if (target.fileSystem() instanceof DistributedFileSystem hdfs
        && hdfs.getUri().equals(source.fileSystem().getUri())) {
      hdfs.rename(source.path(), target.path(), Options.Rename.NONE);
      return;
    }
    if (fileSystem.exists(to)) {
      throw new FileAlreadyExistsException(to + ": exists");
    }
    if (!fileSystem.rename(from, to) && !RepeatedCopy.complete(fileSystem, from, to)) {
      fileSystem.getFileStatus(from); // Fails if the source does not exist.
      throw new IOException(from + ": cannot be renamed to " + to);
    }
  }

  @Override
  public boolean putIfAbsent(String path, byte[] content) throws IOException {
    String text = AtomicContent.requireText(path, content);
    Path target = qualified(path);
    if (fileSystem.exists(target)) {
      return false;
    }
    if (target.getParent() != null) {
      fileSystem.mkdirs(target.getParent());
    }
    return PutIfAbsent.of(fileSystem, target, configuration).put(text);
  }

  @Override
  public byte[] readAll(String path) throws IOException {
    InputFile file = input(path);
    if (file.length() > Integer.MAX_VALUE - 8) {
      throw new IOException(path + ": " + file.length() + " bytes are too long for an array");
    }
    byte[] content = new byte[(int) file.length()];
    try (var in = file.open()) {
      in.readFully(0, content, 0, content.length);
    }
    return content;
  }

  private Path qualified(String path) throws IOException {
    try {
      return fileSystem.makeQualified(new Path(path));
    } catch (IllegalArgumentException e) {
      throw new IOException(path + ": not a path of " + fileSystem.getUri(), e);
    }
  }

  private static FileInfo info(FileStatus status) {
    return new FileInfo(
        status.getPath().toString(),
        status.isDirectory() ? 0 : status.getLen(),
        status.getModificationTime(),
        status.isDirectory());
  }

  static FileNotFoundException notFound(String path, IOException cause) {
    FileNotFoundException e = new FileNotFoundException(path + ": no such file or directory");
    e.initCause(cause);
    return e;
  }

  /**
   * The same exception, prefixed with the path unless it names it; AccessDeniedException if access
   * was denied, as of other stores.
   */
  static IOException named(String path, String what, IOException e) {
    String message = String.valueOf(e.getMessage());
    if (e instanceof AccessControlException) {
      IOException denied = new AccessDeniedException(path, null, what + ": " + message);
      denied.initCause(e);
      return denied;
    }
    return message.contains(PathNames.name(path))
        ? e
        : new IOException(path + ": " + what + ": " + message, e);
  }
}
