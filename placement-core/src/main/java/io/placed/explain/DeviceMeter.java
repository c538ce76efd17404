package io.placed.explain;

import com.sun.nio.file.ExtendedOpenOption;
import io.placed.explain.DeviceMeasurement.Sample;
import io.placed.io.CreateOptions;
import io.placed.io.FileStore;
import io.placed.io.FileStores;
import io.placed.io.PathNames;
import io.placed.io.PositionOutput;
import io.placed.io.RandomInput;
import io.placed.placement.Device;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.function.DoubleConsumer;

/**
 * Measures the cost of reading in a directory: writes a file, reads it in several sizes at random
 * offsets, each offset once, and removes it.
 */
public final class DeviceMeter {
  private static final int[] SIZES = {4 << 10, 32 << 10, 256 << 10, 1 << 20, 4 << 20, 8 << 20};

  /** Longest time for one size. */
  private static final long NANOS = 1_000_000_000L;

  private static final int MAX_READS = 300;
  private static final int CHUNK = 1 << 20;

  private final FileStore store;
  private final String directory;
  private final Random random = new Random(42);

  /** One read of a file. */
  private interface Reading extends Closeable {
    void read(long position, int bytes) throws IOException;
  }

  public DeviceMeter(FileStores stores, String directory) throws IOException {
    this.store = stores.forPath(directory);
    this.directory = directory;
  }

  /**
   * @param fileBytes size of the file, at least 64 MiB
   * @param progress receives the finished fraction, from 0 to 1
   * @throws IOException if the directory cannot be written to
   */
  public DeviceMeasurement measure(long fileBytes, DoubleConsumer progress) throws IOException {
    if (fileBytes < 64 << 20) {
      throw new IllegalArgumentException(
          "the size of the test file must be at least 64 MiB, found " + fileBytes + " B");
    }
    String path = PathNames.join(directory, ".placed-device-" + UUID.randomUUID() + ".tmp");
    try {
      write(path, fileBytes, p -> progress.accept(p / 2));
      boolean local = PathNames.scheme(store.qualify(path)).isEmpty();
      String cache = "in use";
      Reading direct = local ? direct(Path.of(store.qualify(path))) : null;
      if (direct != null) {
        cache = "bypassed";
      } else if (local) {
        ProcessIo.emptyPageCache();
        cache = "emptied";
      }
      List<Sample> samples = new ArrayList<>();
      try (Reading reading = direct != null ? direct : plain(path, fileBytes)) {
        for (int i = 0; i < SIZES.length; i++) {
          samples.add(sample(reading, SIZES[i], fileBytes));
          progress.accept(0.5 + (i + 1) / 2.0 / SIZES.length);
        }
      }
      return new DeviceMeasurement(
          samples, device(samples), cache, local ? Readahead.of(Path.of(directory)) : -1);
    } finally {
      store.delete(path, false);
    }
  }

  /** The line fitted to the samples. */
  static Device device(List<Sample> samples) {
    double[] line =
        LineFit.fit(
            samples.stream().mapToDouble(Sample::bytes).toArray(),
            samples.stream().mapToDouble(Sample::medianNanos).toArray());
    long seek = Math.max(1, Math.round(line[0] / 1000) * 1000);
    double perSecond = 1e9 / Math.max(line[1], 1e-6);
    long mebibytes = Math.max(1, Math.round(perSecond / (1 << 20)));
    return new Device(seek, mebibytes << 20, Device.NVME.bufferBytes());
  }

  private void write(String path, long bytes, DoubleConsumer progress) throws IOException {
    byte[] chunk = new byte[CHUNK];
    PositionOutput out = store.create(path, CreateOptions.NEW);
    try {
      for (long done = 0; done < bytes; done += chunk.length) {
        random.nextBytes(chunk);
        out.write(chunk);
        progress.accept((double) done / bytes);
      }
    } catch (IOException e) {
      out.abort();
      throw e;
    }
    out.close();
  }

  private Sample sample(Reading reading, int size, long fileBytes) throws IOException {
    int places = (int) Math.min(Integer.MAX_VALUE, fileBytes / size);
    long[] nanos = new long[Math.min(places, MAX_READS)];
    long begun = System.nanoTime();
    int n = 0;
    while (n < nanos.length && (n < 3 || System.nanoTime() - begun < NANOS)) {
      long position = (long) random.nextInt(places) * size;
      long start = System.nanoTime();
      reading.read(position, size);
      nanos[n++] = System.nanoTime() - start;
    }
    long[] sorted = Arrays.copyOf(nanos, n);
    Arrays.sort(sorted);
    return new Sample(size, n, Math.max(1, sorted[n / 2]));
  }

  /** Reads that bypass the page cache; null if the file system does not support it. */
  private static Reading direct(Path file) throws IOException {
    FileChannel channel;
    try {
      channel = FileChannel.open(file, StandardOpenOption.READ, ExtendedOpenOption.DIRECT);
    } catch (IOException | UnsupportedOperationException e) {
      return null;
    }
    int block = (int) Files.getFileStore(file).getBlockSize();
    int largest = SIZES[SIZES.length - 1];
    ByteBuffer buffer = ByteBuffer.allocateDirect(largest + block).alignedSlice(block);
    return new Reading() {
      @Override
      public void read(long position, int bytes) throws IOException {
        buffer.clear().limit(bytes);
        while (buffer.hasRemaining()) {
          if (channel.read(buffer, position + buffer.position()) < 0) {
            throw new EOFException(file + ": ends before byte " + (position + bytes));
          }
        }
      }

      @Override
      public void close() throws IOException {
        channel.close();
      }
    };
  }

  private Reading plain(String path, long length) throws IOException {
    RandomInput input = store.input(path, length).open();
    byte[] buffer = new byte[SIZES[SIZES.length - 1]];
    return new Reading() {
      @Override
      public void read(long position, int bytes) throws IOException {
        input.readFully(position, buffer, 0, bytes);
      }

      @Override
      public void close() throws IOException {
        input.close();
      }
    };
  }
}
