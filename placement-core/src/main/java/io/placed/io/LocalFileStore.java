package io.placed.io;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/** The local file system, on {@code java.nio}. Paths are {@code /a/b} or {@code file:/a/b}. */
public final class LocalFileStore implements FileStore {
  /** What Linux says in English of links that a file system does not have. */
  private static final Set<String> NO_LINKS =
      Set.of("Operation not permitted", "Operation not supported", "Function not implemented");

  private static final int PUT_ATTEMPTS = 10;

  private final String devices;

  public LocalFileStore() {
    this(null);
  }

  /**
   * @param devices a file of measured devices, or null
   */
  public LocalFileStore(String devices) {
    this.devices = devices;
  }

  @Override
  public String qualify(String path) throws IOException {
    return toPath(path).toString();
  }

  @Override
  public InputFile input(String path) throws IOException {
    FileInfo info = stat(path);
    if (info.directory()) {
      throw new FileNotFoundException(path + ": is a directory, not a file");
    }
    return new LocalInputFile(info.path(), toPath(path), info.length(), devices);
  }

  @Override
  public InputFile input(String path, long length) {
    return new LocalInputFile(path, null, length, devices);
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
    return create(path, options, LocalAccess.of(toPath(model)));
  }

  private static PositionOutput create(String path, CreateOptions options, LocalAccess access)
      throws IOException {
    Path target = toPath(path);
    makeDirectories(target.getParent());
    if (!options.overwrite() && Files.exists(target)) {
      throw new FileAlreadyExistsException(path);
    }
    if (Files.isDirectory(target)) {
      throw new FileAlreadyExistsException(path, null, "is a directory");
    }
    return LocalOutput.create(target, options, access);
  }

  @Override
  public FileInfo stat(String path) throws IOException {
    return stat(path, toPath(path));
  }

  @Override
  public FileBlocks blocks(String path) throws IOException {
    if (stat(path).directory()) {
      throw new FileNotFoundException(path + ": is a directory, not a file");
    }
    return FileBlocks.NONE;
  }

  static FileInfo stat(String path, Path file) throws IOException {
    try {
      BasicFileAttributes a = Files.readAttributes(file, BasicFileAttributes.class);
      return new FileInfo(
          file.toString(),
          a.isDirectory() ? 0 : a.size(),
          a.lastModifiedTime().toMillis(),
          a.isDirectory());
    } catch (NoSuchFileException e) {
      throw notFound(path, e);
    }
  }

  @Override
  public boolean exists(String path) throws IOException {
    return Files.exists(toPath(path));
  }

  @Override
  public List<FileInfo> list(String directory, boolean recursive) throws IOException {
    List<FileInfo> found = new ArrayList<>();
    try {
      new LocalListing(recursive ? name -> true : null, found).add(toPath(directory));
    } catch (NoSuchFileException e) {
      throw notFound(directory, e);
    }
    found.sort(Comparator.comparing(FileInfo::path));
    return found;
  }

  @Override
  public List<FileInfo> walk(String directory, Predicate<String> enters) throws IOException {
    List<FileInfo> found = new ArrayList<>();
    try {
      new LocalListing(enters, found).add(toPath(directory));
    } catch (NoSuchFileException e) {
      throw notFound(directory, e);
    }
    found.sort(Comparator.comparing(FileInfo::path));
    return found;
  }

  @Override
  public boolean isLinked(String directory, String path) throws IOException {
    Path root = toPath(directory);
    Path parent = toPath(path).getParent();
    return !parent
        .toRealPath()
        .equals(root.toRealPath().resolve(root.relativize(parent)).normalize());
  }

  @Override
  public String realPath(String path) throws IOException {
    Path known = toPath(path).toAbsolutePath().normalize();
    Path below = Path.of("");
    while (known.getParent() != null && !Files.exists(known)) {
      below = known.getFileName().resolve(below);
      known = known.getParent();
    }
    return qualify(known.toRealPath().resolve(below).toString());
  }

  @Override
  public boolean delete(String path, boolean recursive) throws IOException {
    Path file = toPath(path);
    if (recursive && Files.isDirectory(file) && !Files.isSymbolicLink(file)) {
      try (DirectoryStream<Path> entries = Files.newDirectoryStream(file)) {
        for (Path entry : entries) {
          delete(entry.toString(), true);
        }
      } catch (NoSuchFileException e) {
        return false;
      } catch (DirectoryIteratorException e) {
        throw e.getCause();
      }
    }
    return Files.deleteIfExists(file);
  }

  @Override
  public void mkdirs(String path) throws IOException {
    makeDirectories(toPath(path));
  }

  @Override
  public void rename(String from, String to) throws IOException {
    Path target = toPath(to);
    makeDirectories(target.getParent());
    try {
      moveToNew(toPath(from), target);
    } catch (NoSuchFileException e) {
      throw notFound(from, e);
    }
    syncDirectory(target.getParent());
  }

  @Override
  public boolean putIfAbsent(String path, byte[] content) throws IOException {
    AtomicContent.requireText(path, content);
    Path target = toPath(path);
    makeDirectories(target.getParent());
    if (Files.exists(target)) {
      return false;
    }
    if (!putLinked(target, content)) {
      return !Files.exists(target) && putWithoutLinks(target, content);
    }
    syncDirectory(target.getParent());
    return true;
  }

  /** False if the name exists, or the file system has no links. */
  private static boolean putLinked(Path target, byte[] content) throws IOException {
    for (int attempt = 1; ; attempt++) {
      Path temporary = temporarySibling(target);
      try {
        writeNew(temporary, content);
        // A link is atomic and never replaces a file, unlike rename(2).
        return link(target, temporary);
      } catch (NoSuchFileException e) {
        // A vacuum takes the file of a process that slept, or whose clock is late, for abandoned.
        if (attempt == PUT_ATTEMPTS || Files.exists(temporary)) {
          throw e;
        }
      } finally {
        deleteHidden(temporary);
      }
    }
  }

  /** False if the name exists, or the file system has no links. */
  private static boolean link(Path target, Path existing) throws IOException {
    try {
      Files.createLink(target, existing);
      return true;
    } catch (FileAlreadyExistsException | UnsupportedOperationException e) {
      return false;
    } catch (FileSystemException e) {
      if (isWithoutLinks(e, target)) {
        return false;
      }
      throw e;
    }
  }

  /**
   * Whether a link failed because the file system has none. Other failures may be over the next
   * time, and what is done without links is not atomic.
   */
  static boolean isWithoutLinks(FileSystemException e, Path target) {
    String reason = e.getReason();
    return reason != null && (NO_LINKS.contains(reason) || reason.equals(notPermitted(target)));
  }

  /**
   * The reason in the language of the system, which the exception has: that for which no system
   * links a directory. Null if it is not known.
   */
  private static String notPermitted(Path target) {
    Path link = temporarySibling(target);
    try {
      Files.createLink(link, target.toAbsolutePath().getParent());
    } catch (FileSystemException e) {
      return e.getReason();
    } catch (IOException | UnsupportedOperationException e) {
      return null;
    }
    deleteHidden(link);
    return null;
  }

  /** Ignores failures: a leftover temporary file is hidden. */
  private static void deleteHidden(Path temporary) {
    try {
      Files.deleteIfExists(temporary);
    } catch (IOException e) {
      return;
    }
  }

  /**
   * For file systems without hard links (FAT, some network mounts): exclusive creation still has
   * one winner, but readers may see an incomplete file.
   */
  static boolean putWithoutLinks(Path target, byte[] content) throws IOException {
    FileChannel channel;
    try {
      channel = createNew(target);
    } catch (FileAlreadyExistsException e) {
      return false;
    }
    // From here on this call owns the file.
    try {
      writeAndClose(channel, content);
    } catch (IOException e) {
      Files.deleteIfExists(target);
      throw e;
    }
    syncDirectory(target.getParent());
    return true;
  }

  private static void writeNew(Path file, byte[] content) throws IOException {
    writeAndClose(createNew(file), content);
  }

  private static FileChannel createNew(Path file) throws IOException {
    return FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
  }

  private static void writeAndClose(FileChannel channel, byte[] content) throws IOException {
    try (channel) {
      ByteBuffer bytes = ByteBuffer.wrap(content);
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      channel.force(true);
    }
  }

  @Override
  public byte[] readAll(String path) throws IOException {
    try {
      return Files.readAllBytes(toPath(path));
    } catch (NoSuchFileException e) {
      throw notFound(path, e);
    } catch (OutOfMemoryError e) {
      throw new IOException(path + ": the file is too long for an array", e);
    }
  }

  /** Renames without replacing, by a link if the file system has links and it is a file. */
  static void moveToNew(Path from, Path to) throws IOException {
    if (!Files.isDirectory(from) && link(to, from)) {
      Files.delete(from);
      return;
    }
    if (Files.exists(to)) {
      throw new FileAlreadyExistsException(to.toString());
    }
    Files.move(from, to);
  }

  static void moveReplacing(Path from, Path to) throws IOException {
    try {
      Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
    } catch (AtomicMoveNotSupportedException e) {
      Files.move(from, to, StandardCopyOption.REPLACE_EXISTING);
    }
  }

  /** A unique name, hidden from engines, in the same directory. */
  static Path temporarySibling(Path target) {
    return target.resolveSibling(PathNames.temporary(target.getFileName().toString()));
  }

  /** Syncs a directory, on platforms that can open directories. */
  static void syncDirectory(Path directory) {
    try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
      channel.force(true);
    } catch (IOException e) {
      // Not every platform can open directories; there the fsync of the file must suffice.
      return;
    }
  }

  private static void makeDirectories(Path directory) throws IOException {
    if (directory == null || Files.isDirectory(directory)) {
      return;
    }
    Files.createDirectories(directory);
    syncDirectory(directory.getParent());
  }

  static Path toPath(String path) throws IOException {
    String scheme = PathNames.scheme(path);
    String plain = path;
    if (scheme.equals("file")) {
      plain = path.substring("file:".length());
      if (plain.startsWith("//")) {
        int slash = plain.indexOf('/', 2);
        plain = slash < 0 ? "/" : plain.substring(slash);
      }
    } else if (path.contains("://")) {
      throw new IOException(path + ": not a path of the local file system");
    }
    try {
      return Path.of(plain).toAbsolutePath().normalize();
    } catch (InvalidPathException e) {
      throw new IOException(
          path
              + ": not a valid file name ("
              + e.getReason()
              + "); check that the locale uses UTF-8",
          e);
    }
  }

  static FileNotFoundException notFound(String path, IOException cause) {
    FileNotFoundException e = new FileNotFoundException(path + ": no such file or directory");
    e.initCause(cause);
    return e;
  }
}
