package io.placed.scan.fetch;

import io.placed.error.CorruptFileException;
import io.placed.format.v1.FormatV1;
import io.placed.format.v1.PartChecksum;
import io.placed.format.v1.Root;
import io.placed.format.v1.SiblingEntry;
import io.placed.format.v1.Tail;
import io.placed.io.Access;
import io.placed.io.InputFile;
import io.placed.io.PathNames;
import io.placed.io.RandomInput;
import io.placed.placement.Device;
import java.io.Closeable;
import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;

/**
 * The table file (number 0) and its siblings, which are opened lazily and closed again in LRU order
 * if too many are open. If a read is in progress when the set is closed, the files are closed when
 * it has ended: by the thread that reads, so that nobody waits for a call that never answers.
 */
public final class FileSet implements Closeable {
  /** Siblings to keep open: a file may have thousands, a process about a thousand descriptors. */
  static final int MAX_OPEN = 64;

  private final InputFile file;
  private final long length;
  private final RandomInput input;
  private final List<SiblingEntry> siblings;
  private final UnaryOperator<RandomInput> counting;
  private final PartChecksum[] checksums;
  private final Device device;
  private Access tableAccess = Access.SEQUENTIAL;
  private Access siblingAccess = Access.SEQUENTIAL;

  /** Reads in progress in other threads, and 1 until the set is closed. */
  private final AtomicInteger users = new AtomicInteger(1);

  private final AtomicBoolean closed = new AtomicBoolean();

  /** By number, in LRU order. */
  private final Map<Integer, RandomInput> open = new LinkedHashMap<>(16, 0.75f, true);

  /**
   * @param device of the files
   */
  public FileSet(
      InputFile file,
      Device device,
      RandomInput input,
      long length,
      UUID fileId,
      Root root,
      UnaryOperator<RandomInput> counting) {
    this.file = file;
    this.length = length;
    this.input = input;
    this.siblings = root.siblings();
    this.counting = counting;
    this.checksums = new PartChecksum[siblings.size() + 1];
    checksums[0] = new PartChecksum(fileId);
    this.device = device;
  }

  /** The device of the files. */
  public Device device() {
    return device;
  }

  /** Announces the access pattern of the next reads of the table file and its siblings. */
  synchronized void access(Access table, Access sibling) throws IOException {
    if (table != tableAccess) {
      tableAccess = table;
      input.access(table);
    }
    if (sibling != siblingAccess) {
      siblingAccess = sibling;
      for (RandomInput in : open.values()) {
        in.access(sibling);
      }
    }
  }

  public int count() {
    return siblings.size() + 1;
  }

  public String path(int number) {
    return number == 0
        ? file.path()
        : PathNames.join(PathNames.parent(file.path()), siblings.get(number - 1).name());
  }

  public long length(int number) {
    return number == 0 ? length : siblings.get(number - 1).length();
  }

  public SiblingEntry sibling(int number) {
    return siblings.get(number - 1);
  }

  PartChecksum checksum(int number) {
    if (checksums[number] == null) {
      checksums[number] = new PartChecksum(siblings.get(number - 1).fileId());
    }
    return checksums[number];
  }

  /** An open file, to be used before many others are requested. */
  public RandomInput input(int number) throws IOException {
    // Without the lock, under which a sibling may be opened that does not answer.
    return number == 0 ? input : siblingInput(number);
  }

  private synchronized RandomInput siblingInput(int number) throws IOException {
    RandomInput known = open.get(number);
    if (known == null) {
      if (open.size() == MAX_OPEN) {
        int oldest = open.keySet().iterator().next();
        open.remove(oldest).close();
      }
      SiblingEntry s = sibling(number);
      try {
        known = counting.apply(file.sibling(s.name(), s.length()).open());
      } catch (FileNotFoundException e) {
        throw missing(number, e);
      }
      if (siblingAccess != Access.SEQUENTIAL) {
        known.access(siblingAccess);
      }
      open.put(number, known);
    }
    return known;
  }

  CorruptFileException missing(int number, FileNotFoundException e) {
    return new CorruptFileException(
        path(number), 0, "the file does not exist, but holds columns of " + file.path(), e);
  }

  /**
   * Explains a failed read of a page: a more specific error if the sibling is the wrong file, else
   * the given one.
   */
  CorruptFileException explain(int number, CorruptFileException e) throws IOException {
    if (number > 0) {
      try {
        requireHeader(number);
      } catch (CorruptFileException better) {
        better.addSuppressed(e);
        return better;
      }
    }
    return e;
  }

  /** Requires the header of a sibling to match this table file. */
  public void requireHeader(int number) throws IOException {
    byte[] header = new byte[FormatV1.HEADER_BYTES];
    String path = path(number);
    try {
      input(number).readFully(0, header, 0, header.length);
    } catch (EOFException e) {
      throw new CorruptFileException(path, 0, "the file ends inside its header", e);
    }
    UUID id;
    try {
      id = Tail.readHeader(path, header, FormatV1.ROLE_SIBLING);
    } catch (CorruptFileException e) {
      throw e;
    } catch (IOException e) {
      throw new CorruptFileException(path, 0, e.getMessage(), e);
    }
    UUID expected = sibling(number).fileId();
    if (!id.equals(expected)) {
      throw new CorruptFileException(
          path, 0, "the file id is " + id + ", but " + file.path() + " expects " + expected);
    }
  }

  /** A read in another thread begins; called by the thread that would close the set. */
  void beginRead() {
    users.incrementAndGet();
  }

  /** The read has ended, and whoever waits for it may learn so afterwards. */
  void endRead() {
    try {
      leave();
    } catch (IOException e) {
      return; // The set was closed, and what was read of it is complete.
    }
  }

  @Override
  public void close() throws IOException {
    if (closed.compareAndSet(false, true)) {
      leave();
    }
  }

  private void leave() throws IOException {
    if (users.decrementAndGet() == 0) {
      closeAll();
    }
  }

  private synchronized void closeAll() throws IOException {
    IOException failure = null;
    List<RandomInput> all = new ArrayList<>(open.values());
    all.add(input);
    open.clear();
    for (RandomInput in : all) {
      try {
        in.close();
      } catch (IOException e) {
        failure = e;
      }
    }
    if (failure != null) {
      throw failure;
    }
  }
}
