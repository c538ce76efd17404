package io.placed.experiments;

import io.placed.explain.ProcessIo;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * The device below a directory, as far as the operating system exposes it: bytes that this process
 * read from it, cached pages of a file, readahead. A setting that the system refuses is reported,
 * and nothing is measured with it.
 */
public final class Device implements AutoCloseable {
  /** How the page cache is emptied before a cold read. */
  public enum Cold {
    /** {@code POSIX_FADV_DONTNEED} of the files that are read; needs no privileges. */
    EVICT,
    /** {@code /proc/sys/vm/drop_caches}: everything on the machine; needs root. */
    DROP
  }

  private static final int PROBE_BYTES = 1 << 20;

  /** Files per call: the arguments of a process are limited. */
  private static final int FILES_AT_ONCE = 500;

  private final Cold way;
  private final Path readahead;
  private final int usualReadahead;
  private final Map<String, String> knobs = new LinkedHashMap<>();
  private final boolean counts;
  private final boolean drops;
  private final boolean setsReadahead;
  private final Thread restoring = new Thread(this::restore, "restore readahead");

  /**
   * @param directory where tables are
   */
  Device(Path directory, Cold way) throws IOException {
    this.way = way;
    counts = ProcessIo.deviceBytes() >= 0;
    knobs.put("file system", Files.getFileStore(directory).toString());
    knobs.put(
        "bytes of the device",
        counts ? "read_bytes of /proc/self/io" : "refused: /proc/self/io cannot be read");
    readahead = readaheadFile(directory);
    usualReadahead = readahead == null ? -1 : number(readahead);
    setsReadahead = readahead != null && write(usualReadahead);
    knobs.put(
        "readahead",
        readahead == null
            ? "refused: the block device of the directory is not known"
            : (setsReadahead ? "" : "refused: ") + "usually " + usualReadahead + " KiB");
    String refused = probe(directory);
    drops = refused == null;
    String how =
        way == Cold.EVICT
            ? "POSIX_FADV_DONTNEED of the files that are read (dd oflag=nocache)"
            : "/proc/sys/vm/drop_caches";
    knobs.put("cold", (drops ? "" : "refused, " + refused + ": ") + how);
    Runtime.getRuntime().addShutdownHook(restoring);
  }

  /** Why dropped pages are not read from the device again; null if they are. */
  private String probe(Path directory) throws IOException {
    if (!counts) {
      return "bytes of the device are not known";
    }
    Path probe = Files.createTempFile(directory, "probe", ".bin");
    try {
      Files.write(probe, new byte[PROBE_BYTES]);
      drop(List.of(probe));
      long before = ProcessIo.deviceBytes();
      Files.readAllBytes(probe);
      return ProcessIo.deviceBytes() - before >= PROBE_BYTES
          ? null
          : "reading a file afterwards reads nothing from a device";
    } catch (IOException e) {
      return e.getMessage();
    } finally {
      Files.delete(probe);
    }
  }

  /** The method in use, or that it is refused. */
  Map<String, String> knobs() {
    return knobs;
  }

  /**
   * Requires that cold reads are possible.
   *
   * @throws NotMeasuredException with the reason
   */
  public void requireCold() throws NotMeasuredException {
    if (!drops) {
      throw new NotMeasuredException("cold is " + knobs.get("cold"));
    }
  }

  /** Whether cold reads are possible, and the device's bytes are known. */
  public boolean measures() {
    return drops;
  }

  /**
   * How far the device reads ahead for files that are opened from now on.
   *
   * @param kib −1 = the system's default
   * @throws NotMeasuredException if it cannot be set
   */
  public void readahead(int kib) throws NotMeasuredException {
    if (readahead == null || !setsReadahead) {
      if (kib >= 0) {
        throw new NotMeasuredException("readahead is " + knobs.get("readahead"));
      }
    } else if (!write(kib < 0 ? usualReadahead : kib)) {
      throw new NotMeasuredException("the readahead of the device cannot be set to " + kib);
    }
  }

  /** Writes back these files and drops them from the page cache. */
  public void drop(List<Path> files) throws IOException {
    if (way == Cold.DROP) {
      ProcessIo.emptyPageCache();
      return;
    }
    for (int i = 0; i < files.size(); i += FILES_AT_ONCE) {
      evict(files.subList(i, Math.min(files.size(), i + FILES_AT_ONCE)));
    }
  }

  private static void evict(List<Path> files) throws IOException {
    String each =
        "for f; do dd of=\"$f\" oflag=nocache conv=notrunc,fdatasync count=0 || exit 1; done";
    List<String> command = new ArrayList<>(List.of("sh", "-c", each, "sh"));
    files.forEach(f -> command.add(f.toString()));
    Process p = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    try {
      if (!p.waitFor(1, TimeUnit.MINUTES) || p.exitValue() != 0) {
        throw new IOException("dd cannot drop " + files + " from the page cache");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }

  private boolean write(int kib) {
    try {
      Files.writeString(readahead, String.valueOf(kib));
      return number(readahead) == kib;
    } catch (IOException e) {
      return false;
    }
  }

  private static int number(Path file) throws IOException {
    return Integer.parseInt(Files.readString(file).strip());
  }

  private static Path readaheadFile(Path directory) throws IOException {
    long device;
    try {
      device = ((Number) Files.getAttribute(directory, "unix:dev")).longValue();
    } catch (UnsupportedOperationException | IllegalArgumentException e) {
      return null;
    }
    long major = device >> 8 & 0xFFF;
    long minor = device & 0xFF | device >> 12 & 0xFFF00;
    Path block = Path.of("/sys/dev/block", major + ":" + minor);
    // The queue of a partition is that of its disk, one level up.
    for (Path dir : List.of(block, block.resolve(".."))) {
      Path file = dir.resolve("queue/read_ahead_kb");
      if (Files.exists(file)) {
        return file;
      }
    }
    return null;
  }

  private void restore() {
    if (setsReadahead) {
      write(usualReadahead);
    }
  }

  @Override
  public void close() {
    restore();
    try {
      Runtime.getRuntime().removeShutdownHook(restoring);
    } catch (IllegalStateException e) {
      // The process ends; the shutdown hook runs.
    }
  }
}
