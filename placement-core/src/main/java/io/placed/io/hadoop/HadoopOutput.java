package io.placed.io.hadoop;

import io.placed.io.CreateOptions;
import io.placed.io.PositionOutput;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import org.apache.hadoop.fs.CommonPathCapabilities;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FSDataOutputStreamBuilder;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StreamCapabilities;
import org.apache.hadoop.hdfs.DFSOutputStream;
import org.apache.hadoop.hdfs.DistributedFileSystem.HdfsDataOutputStreamBuilder;
import org.apache.hadoop.hdfs.client.HdfsDataOutputStream;
import org.apache.hadoop.hdfs.client.HdfsDataOutputStream.SyncFlag;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.net.NetUtils;

/** Output to a Hadoop file system; can end blocks early on HDFS. */
final class HadoopOutput extends PositionOutput {
  private final FileSystem fileSystem;
  private final Path target;
  private final Path written;
  private final boolean overwrite;
  private final boolean atomic;
  private final HadoopAccess access;
  private final FSDataOutputStream out;
  private long blockStart;
  private boolean closed;
  private boolean complete;

  private HadoopOutput(
      FileSystem fileSystem,
      Path target,
      Path written,
      CreateOptions options,
      HadoopAccess access,
      FSDataOutputStream out) {
    this.fileSystem = fileSystem;
    this.target = target;
    this.written = written;
    this.overwrite = options.overwrite();
    this.atomic = options.atomic();
    this.access = access;
    this.out = out;
  }

  /**
   * @param access access rights to set before publishing; null = the defaults of the process
   */
  static HadoopOutput create(
      FileSystem fileSystem, Path target, CreateOptions options, HadoopAccess access)
      throws IOException {
    boolean temporary = options.atomic() && !isPutInPlace(fileSystem, target, options.overwrite());
    if (temporary && !options.overwrite() && fileSystem.exists(target)) {
      throw new FileAlreadyExistsException(target + ": exists");
    }
    Path written = temporary ? Replacing.hiddenSibling(target) : target;
    FSDataOutputStreamBuilder<?, ?> builder =
        fileSystem.createFile(written).overwrite(options.overwrite()).recursive();
    if (options.blockSize() > 0) {
      builder.blockSize(wholeChecksums(fileSystem, target, options.blockSize()));
    }
    if (builder instanceof HdfsDataOutputStreamBuilder hdfs && !options.nodes().isEmpty()) {
      hdfs.favoredNodes(addresses(options.nodes()));
    }
    if (access != null) {
      builder.permission(HadoopAccess.OWNER_ONLY);
    }
    return new HadoopOutput(
        fileSystem, target, written, options, access, (FSDataOutputStream) builder.build());
  }

  /**
   * Whether the store publishes objects atomically on close, so that no rename, which would copy
   * the object, is needed. To replace an object it must also be able to abort: closing an
   * incomplete object would replace the previous one.
   */
  private static boolean isPutInPlace(FileSystem fileSystem, Path target, boolean overwrite)
      throws IOException {
    return ObjectStores.appearsOnClose(fileSystem)
        && (!overwrite
            || fileSystem.hasPathCapability(target, CommonPathCapabilities.ABORTABLE_STREAM));
  }

  private static InetSocketAddress[] addresses(List<String> nodes) {
    return nodes.stream().map(NetUtils::createSocketAddr).toArray(InetSocketAddress[]::new);
  }

  /** HDFS rejects block sizes that are not a multiple of the bytes per checksum. */
  private static long wholeChecksums(FileSystem fileSystem, Path path, long blockSize)
      throws IOException {
    long unit =
        Math.max(
            fileSystem.getConf().getInt("dfs.bytes-per-checksum", 512),
            fileSystem.getServerDefaults(path).getBytesPerChecksum());
    return Math.addExact(blockSize, unit - 1) / unit * unit;
  }

  @Override
  public long position() {
    return out.getPos();
  }

  @Override
  public void endBlock() throws IOException {
    // An empty block cannot be ended, and hsync costs 20 to 150 ms.
    if (out instanceof HdfsDataOutputStream hdfs && out.getPos() > blockStart) {
      hdfs.hsync(EnumSet.of(SyncFlag.END_BLOCK));
      blockStart = out.getPos();
    }
  }

  @Override
  public List<String> nodes() throws IOException {
    // Erasure-coded files have no block on one set of nodes, and cannot be flushed.
    if (!(out instanceof HdfsDataOutputStream hdfs)
        || !hdfs.hasCapability(StreamCapabilities.HFLUSH)
        || !(hdfs.getWrappedStream() instanceof DFSOutputStream stream)) {
      return List.of();
    }
    // The block is allocated when the first packet is sent.
    hdfs.hflush();
    DatanodeInfo[] pipeline = stream.getPipeline();
    return pipeline == null
        ? List.of()
        : Arrays.stream(pipeline).map(DatanodeInfo::getXferAddr).toList();
  }

  @Override
  public void write(int b) throws IOException {
    out.write(b);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    out.write(bytes, offset, length);
  }

  @Override
  public void flush() throws IOException {
    out.flush();
  }

  @Override
  public void makeVisible() throws IOException {
    if (out.hasCapability(StreamCapabilities.HFLUSH)) {
      out.hflush();
    } else {
      out.flush();
    }
  }

  @Override
  public void close() throws IOException {
    if (closed) {
      return;
    }
    if (atomic && !overwrite && written.equals(target) && fileSystem.exists(target)) {
      // Another writer was first, and closing would replace its file.
      abort();
      throw new FileAlreadyExistsException(target + ": exists");
    }
    closed = true;
    out.close();
    if (!written.equals(target)) {
      if (access != null) {
        access.applyTo(fileSystem, written);
      }
      if (overwrite) {
        Replacing.replace(fileSystem, written, target);
      } else {
        HadoopFileStore.renameToNew(fileSystem, written, target);
      }
    }
    complete = true;
  }

  @Override
  public void abort() throws IOException {
    if (complete) {
      return;
    }
    // Without confirmation, an object store has the previous object or the complete new one.
    boolean unconfirmed = written.equals(target) && ObjectStores.appearsOnClose(fileSystem);
    IOException failure = null;
    if (!closed) {
      closed = true;
      try {
        if (out.hasCapability(StreamCapabilities.ABORTABLE_STREAM)) {
          out.abort(); // The object never becomes visible.
          return;
        }
        out.close();
        unconfirmed = false;
      } catch (IOException e) {
        failure = e; // The pipeline may be broken; the file is removed all the same.
      }
    }
    if (unconfirmed) {
      return;
    }
    try {
      fileSystem.delete(written, false);
    } catch (IOException e) {
      if (failure != null) {
        e.addSuppressed(failure);
      }
      throw e;
    }
  }
}
