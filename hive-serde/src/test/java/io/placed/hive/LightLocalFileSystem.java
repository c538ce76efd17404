package io.placed.hive;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.DelegateToFileSystem;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.permission.FsPermission;

/**
 * Local files without what takes most of the time of small queries: checksums beside each file, a
 * process for each change of permissions and each question for a link, and for each query a copy of
 * hive-exec's 90 MB, which Tez makes for a container although that is in this process. Set in
 * core-site.xml, because Tez asks for file systems of Hadoop's defaults.
 */
final class LightLocalFileSystem extends LocalFileSystem {
  /** Whether Hadoop's checksums are kept, for measurements. Set before the first use. */
  static volatile boolean checksums;

  /** What is called before a file or directory gets another name, with its new path. */
  static volatile Consumer<Path> beforeRename = to -> {};

  /** What Hive made of its jar, with the SHA-256 in its name: the source of Tez's copies. */
  private static final Pattern INSTALLED_JAR = Pattern.compile("hive-exec.*[0-9a-f]{64}.*\\.jar");

  private static final Path EMPTY = new Path("/dev/null");

  LightLocalFileSystem() {
    super(new Raw());
  }

  @Override
  public void initialize(URI name, Configuration conf) throws IOException {
    super.initialize(name, conf);
    if (!checksums) {
      setWriteChecksum(false);
      setVerifyChecksum(false);
    }
  }

  @Override
  public FSDataInputStream open(Path file, int bufferSize) throws IOException {
    boolean copied = INSTALLED_JAR.matcher(file.getName()).matches();
    return super.open(copied ? EMPTY : file, bufferSize);
  }

  @Override
  public boolean rename(Path from, Path to) throws IOException {
    beforeRename.accept(to);
    return super.rename(from, to);
  }

  /** Without processes. */
  private static final class Raw extends RawLocalFileSystem {
    @Override
    public void setPermission(Path path, FsPermission permission) throws IOException {
      if (permission.getStickyBit()) {
        super.setPermission(path, permission);
      } else {
        Files.setPosixFilePermissions(
            pathToFile(path).toPath(), PosixFilePermissions.fromString(permission.toString()));
      }
    }

    @Override
    public FileStatus getFileLinkStatus(Path path) throws IOException {
      return Files.isSymbolicLink(pathToFile(path).toPath())
          ? super.getFileLinkStatus(path)
          : getFileStatus(path);
    }
  }

  /** The same for Hadoop's newer interface, FileContext. */
  static final class Context extends DelegateToFileSystem {
    Context(URI uri, Configuration conf) throws IOException, URISyntaxException {
      super(uri, new Raw(), conf, "file", false);
    }

    @Override
    public boolean isValidName(String name) {
      return true;
    }
  }
}
