package io.placed.scan.fetch;

import io.placed.bytes.LittleEndian;
import io.placed.compression.Codec;
import io.placed.compression.Decompression;
import io.placed.error.CorruptFileException;
import io.placed.error.InsufficientMemoryException;
import io.placed.error.MalformedDataException;
import io.placed.format.v1.FormatV1;
import io.placed.format.v1.PartChecksum;
import io.placed.format.v1.PartKind;
import io.placed.format.v1.StoredPart;
import io.placed.io.Access;
import io.placed.io.BoundedWait;
import io.placed.io.ByteRange;
import io.placed.io.IoCounters;
import io.placed.io.ReadPlanner;
import io.placed.io.ReadTarget;
import io.placed.placement.Device;
import io.placed.vector.Heap;
import io.placed.vector.TaskMemory;
import java.io.Closeable;
import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;

/**
 * Fetches the pages of one step of a scan: coalesces ranges into few requests, and verifies and
 * decompresses pages. Buffers are reused from step to step.
 */
public final class PageFetcher implements Closeable {
  /**
   * Limit for gaps to be read, whatever a seek costs: object stores serve requests in parallel, so
   * a skipped gap costs a request, but no latency.
   */
  private static final int MAX_GAP = 2 << 20;

  private static final int MAX_REQUEST = 8 << 20;

  private static final Codec[] CODECS = Codec.values();

  /**
   * The bytes of a page, verified and decompressed.
   *
   * @param bytes valid until the next fetch
   */
  public record Body(byte[] bytes, int offset, int length) {
    /** In an array of its own, of just this length. */
    public Body own() {
      return offset == 0 && length == bytes.length
          ? this
          : new Body(Arrays.copyOfRange(bytes, offset, offset + length), 0, length);
    }
  }

  private final FileSet files;
  private final IoCounters counters;
  private final int maxGap;

  /** By file number. */
  private Map<Integer, List<Fetched>> fetched = new HashMap<>();

  /** The read of {@link #fetchAhead} in progress, or null. */
  private Ahead ahead;

  private final List<byte[]> free = new ArrayList<>();
  private final ScanMemory memory;

  private final CachedParts cached;

  private record Fetched(long offset, int length, byte[] bytes) {}

  private record Ahead(List<Wanted> parts, Map<Integer, List<Fetched>> into, Future<?> reading) {}

  /** A part to be fetched. */
  public record Wanted(int file, StoredPart part) {}

  /**
   * @param cached parts that its users take from elsewhere
   * @param task grants the memory of the readers
   */
  public PageFetcher(FileSet files, IoCounters counters, CachedParts cached, TaskMemory task) {
    this.memory = new ScanMemory(task);
    this.files = files;
    this.counters = counters;
    this.cached = cached;
    this.maxGap = maxGap(files.device());
  }

  /** The gap between parts that is read rather than skipped. */
  public static int maxGap(Device device) {
    return (int) Math.min(MAX_GAP, device.seekBytes());
  }

  /** The requests for parts of a file that are fetched together, at least one. */
  public static List<ReadPlanner.Request> plan(List<ByteRange> parts, int maxGap) {
    int longest = parts.stream().mapToInt(ByteRange::length).max().orElse(1);
    return ReadPlanner.plan(parts, maxGap, Math.max(MAX_REQUEST, longest));
  }

  /** A fetcher of all parts from the file. */
  public PageFetcher(FileSet files, IoCounters counters) {
    this(files, counters, CachedParts.of(null, null, false), TaskMemory.UNLIMITED);
  }

  /** Parts that need not be fetched. */
  public CachedParts cached() {
    return cached;
  }

  /** Memory of the readers of the parts. */
  public ScanMemory memory() {
    return memory;
  }

  /** Announces the access pattern of a step to the files. No read may be in progress. */
  private void access(ScanStep step) throws IOException {
    files.access(
        step.sparse() ? Access.SCATTERED : Access.SEQUENTIAL,
        step.pruned() ? Access.SCATTERED : Access.SEQUENTIAL);
  }

  /** Releases the previous parts and fetches those of a step, unless they were fetched ahead. */
  public void fetch(ScanStep step) throws IOException {
    cached.next(step.pages().length);
    forget();
    count(step.parts());
    Ahead coming = ahead;
    if (coming != null) {
      // It uses inputs until it ends.
      BoundedWait.get(coming.reading(), "a read ahead");
      ahead = null;
      if (coming.parts() == step.parts()) {
        fetched = coming.into();
        return;
      }
    }
    access(step);
    read(step.parts());
  }

  /** Releases the previous parts and fetches these. */
  public void fetch(List<Wanted> parts) throws IOException {
    forget();
    count(parts);
    read(parts);
  }

  private void forget() {
    fetched.values().forEach(all -> all.forEach(f -> free.add(f.bytes())));
    fetched = new HashMap<>();
  }

  private void count(List<Wanted> parts) {
    parts.forEach(w -> counters.addNeeded(w.part().length()));
  }

  private void read(List<Wanted> parts) throws IOException {
    fetched = new HashMap<>();
    for (Reads reads : reads(parts, fetched)) {
      read(reads);
    }
    free.clear();
  }

  /**
   * Whether fetching a step while the previous one is decoded pays, and cannot close files that are
   * in use.
   */
  public boolean fetchesAhead() throws IOException {
    return files.count() <= FileSet.MAX_OPEN && files.input(0).waitsPay();
  }

  /** Starts to fetch the next step of {@link #fetch(ScanStep)} in the background. */
  public void fetchAhead(ScanStep step) throws IOException {
    access(step);
    List<Wanted> parts = step.parts();
    Map<Integer, List<Fetched>> into = new HashMap<>();
    // Buffers are chosen in this thread, where nothing else uses them.
    List<Reads> all = reads(parts, into);
    free.clear();
    Callable<Void> reading =
        () -> {
          try {
            for (Reads reads : all) {
              read(reads);
            }
            return null;
          } finally {
            files.endRead();
          }
        };
    files.beginRead();
    try {
      ahead = new Ahead(parts, into, ReadAheadThreads.POOL.submit(reading));
    } catch (RuntimeException | Error e) {
      files.endRead(); // There are no more threads.
      throw e;
    }
  }

  /** The reads of one file. */
  private record Reads(int file, List<ReadTarget> targets) {}

  private List<Reads> reads(List<Wanted> parts, Map<Integer, List<Fetched>> into)
      throws IOException {
    List<Reads> all = new ArrayList<>();
    for (Map.Entry<Integer, List<ReadPlanner.Request>> e : requests(parts).entrySet()) {
      List<Fetched> of = new ArrayList<>();
      into.put(e.getKey(), of);
      List<ReadTarget> targets = new ArrayList<>();
      for (ReadPlanner.Request r : e.getValue()) {
        byte[] bytes = buffer(r.length());
        of.add(new Fetched(r.offset(), r.length(), bytes));
        targets.add(new ReadTarget(r.offset(), bytes, 0, r.length()));
        counters.addInGaps(r.length() - r.needed());
      }
      all.add(new Reads(e.getKey(), targets));
    }
    return all;
  }

  private void read(Reads reads) throws IOException {
    int file = reads.file();
    try {
      // Opened just before reading: only some of many files can be open at a time.
      files.input(file).readAll(reads.targets());
    } catch (EOFException e) {
      throw files.explain(
          file,
          new CorruptFileException(
              files.path(file),
              reads.targets().get(0).position(),
              "the file ends inside a page",
              e));
    } catch (FileNotFoundException e) {
      // Some stores detect it only at the first read.
      throw file == 0 ? e : files.missing(file, e);
    }
  }

  /**
   * Waits for a read in progress, so that the files are closed when their reader is, but not for
   * long, and not at all if the thread is interrupted: the read has buffers of its own, and the
   * files stay open until it ends.
   */
  @Override
  public void close() {
    memory.close();
    if (ahead != null) {
      // Nobody needs its result.
      BoundedWait.end(ahead.reading());
      ahead = null;
    }
  }

  /** The requests for these parts, by file number. */
  public SortedMap<Integer, List<ReadPlanner.Request>> requests(List<Wanted> parts)
      throws CorruptFileException {
    SortedMap<Integer, List<ByteRange>> ranges = new TreeMap<>();
    for (Wanted w : parts) {
      if (w.part().end() > files.length(w.file()) - FormatV1.TAIL_BYTES) {
        throw new CorruptFileException(
            files.path(w.file()),
            w.part().offset(),
            "a page of " + w.part().length() + " bytes extends into the tail of the file");
      }
      ranges
          .computeIfAbsent(w.file(), f -> new ArrayList<>())
          .add(new ByteRange(w.part().offset(), w.part().length()));
    }
    SortedMap<Integer, List<ReadPlanner.Request>> requests = new TreeMap<>();
    ranges.forEach((file, of) -> requests.put(file, plan(of, maxGap)));
    return requests;
  }

  /** The smallest free buffer that is large enough, else a new one. */
  private byte[] buffer(int length) {
    int best = -1;
    for (int i = 0; i < free.size(); i++) {
      int size = free.get(i).length;
      if (size >= length && (best < 0 || size < free.get(best).length)) {
        best = i;
      }
    }
    return best < 0 ? new byte[length] : free.remove(best);
  }

  /**
   * Verifies and decompresses a fetched part.
   *
   * @param scratch array for decompressed bytes if it is large enough; otherwise the caller should
   *     keep {@link Body#bytes} for the next call
   */
  public Body body(PartKind kind, Wanted wanted, int rowGroup, int column, int node, byte[] scratch)
      throws IOException {
    Stored s = stored(kind, wanted, rowGroup, column, node);
    return decompress(kind, wanted, rowGroup, column, node, s, scratch);
  }

  /**
   * The verified stored bytes of a part.
   *
   * @param bytes valid until the next fetch
   */
  public record Stored(byte[] bytes, int offset) {}

  /** Verifies a fetched part. */
  public Stored stored(PartKind kind, Wanted wanted, int rowGroup, int column, int node)
      throws IOException {
    StoredPart part = wanted.part();
    Fetched f = find(wanted);
    int at = (int) (part.offset() - f.offset());
    int payload = part.payloadLength();
    PartChecksum checksum = files.checksum(wanted.file());
    int found = checksum.of(kind, part.offset(), rowGroup, column, node, f.bytes(), at, payload);
    if (found != LittleEndian.getInt(f.bytes(), at + payload)) {
      throw files.explain(
          wanted.file(),
          new CorruptFileException(
              files.path(wanted.file()),
              part.offset(),
              where(kind, rowGroup, column, node) + ": the checksum does not match"));
    }
    return new Stored(f.bytes(), at);
  }

  /** Decompresses a verified part; see {@link #body}. */
  public Body decompress(
      PartKind kind,
      Wanted wanted,
      int rowGroup,
      int column,
      int node,
      Stored stored,
      byte[] scratch)
      throws IOException {
    StoredPart part = wanted.part();
    int payload = part.payloadLength();
    if (part.codec() == 0) {
      return new Body(stored.bytes(), stored.offset(), payload);
    }
    Codec codec = CODECS[part.codec()];
    byte[] raw = scratch;
    try {
      if (raw.length < part.rawLength()) {
        Decompression.requireLength(
            codec, stored.bytes(), stored.offset(), payload, part.rawLength());
        Heap.requireArray(part.rawLength(), "a page");
        raw = new byte[part.rawLength()];
      }
      Decompression.decompress(
          codec, stored.bytes(), stored.offset(), payload, raw, 0, part.rawLength());
    } catch (MalformedDataException | UncheckedIOException e) {
      throw malformed(kind, wanted, rowGroup, column, node, e);
    }
    return new Body(raw, 0, part.rawLength());
  }

  /** The error for a page that is malformed, or too large for the heap. */
  public IOException malformed(
      PartKind kind, Wanted wanted, int rowGroup, int column, int node, RuntimeException e) {
    if (e.getCause() instanceof InsufficientMemoryException memoryError) {
      return memoryError.at(files.path(wanted.file()), wanted.part().offset());
    }
    return new CorruptFileException(
        files.path(wanted.file()),
        wanted.part().offset(),
        where(kind, rowGroup, column, node) + ": " + e.getMessage(),
        e);
  }

  private static String where(PartKind kind, int rowGroup, int column, int node) {
    return kind.text()
        + " of row group "
        + rowGroup
        + ", column "
        + column
        + (node > 0 ? ", node " + node : "");
  }

  /** Fetches one more part of the current step. */
  private Fetched fetch(Wanted w) throws IOException {
    if (ahead != null) {
      BoundedWait.get(ahead.reading(), "a read ahead");
    }
    count(List.of(w));
    Reads reads = reads(List.of(w), new HashMap<>()).get(0);
    read(reads);
    ReadTarget target = reads.targets().get(0);
    Fetched one = new Fetched(target.position(), target.length(), target.buffer());
    fetched.computeIfAbsent(w.file(), f -> new ArrayList<>()).add(one);
    return one;
  }

  private Fetched find(Wanted w) throws IOException {
    for (Fetched f : fetched.getOrDefault(w.file(), List.of())) {
      if (w.part().offset() >= f.offset() && w.part().end() <= f.offset() + f.length()) {
        return f;
      }
    }
    if (cached.isOn()) {
      // It was in the cache when the step was planned, and later pages of the step displaced it.
      return fetch(w);
    }
    // Overlapping ranges, which the planner truncates, never occur in a sound file.
    throw new CorruptFileException(
        files.path(w.file()), w.part().offset(), "the part overlaps another part");
  }
}
