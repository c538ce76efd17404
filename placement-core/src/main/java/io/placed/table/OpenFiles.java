package io.placed.table;

import io.placed.io.IoCounters;
import io.placed.scan.BatchReader;
import io.placed.scan.FileReader;
import io.placed.scan.fetch.PageCache;
import io.placed.scan.request.DeletedRows;
import io.placed.scan.request.ReadRequest;
import io.placed.schema.Schema;
import io.placed.table.discovery.OpenedFile;
import io.placed.table.file.DataFile;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Data files that are open, with their footers and deletion vectors, so that they are read once. Of
 * files that nobody uses, those used last stay open, and share a cache of pages. Not thread-safe.
 */
final class OpenFiles implements Closeable {
  /** Each is a descriptor, of which a process has about a thousand, and a footer in memory. */
  static final int MANY = 64;

  private final DataSet dataSet;
  private final int unused;

  /** Null if every file is read once. */
  private final PageCache pages;

  /** By path, those used last at the end. */
  private final Map<String, Open> files = new LinkedHashMap<>(16, 0.75f, true);

  /**
   * @param unused number of files to keep open that nobody uses
   */
  OpenFiles(DataSet dataSet, int unused) {
    this.dataSet = dataSet;
    this.unused = unused;
    this.pages = unused == 0 ? null : new PageCache();
  }

  /** An open file, to be given back by {@link #release}. */
  static final class Open {
    private final DataFile file;
    private final FileReader reader;
    private final DeletedRows deleted;
    private final PageCache pages;
    private int users;
    private boolean used;

    private Open(DataFile file, FileReader reader, DeletedRows deleted, PageCache pages) {
      this.pages = pages;
      this.file = file;
      this.reader = reader;
      this.deleted = deleted;
    }

    FileReader reader() {
      return reader;
    }

    /** Starts to read the file for a request of the table; see {@link DataFile#request}. */
    BatchReader read(Schema table, ReadRequest asked) throws IOException {
      return reader.read(file.request(table, asked, deleted), pages);
    }

    /** Whether nobody has used the file before, so that its footer was read for this use. */
    boolean isFirstUse() {
      boolean first = !used;
      used = true;
      return first;
    }
  }

  /**
   * Takes over a single file that is open already, and closes it if that fails.
   *
   * @param unused as for the constructor
   */
  static OpenFiles of(DataSet dataSet, OpenedFile opened, int unused) throws IOException {
    OpenFiles files = new OpenFiles(dataSet, unused);
    try {
      files.add(opened.snapshot().files().get(0), opened.reader());
    } catch (IOException | RuntimeException e) {
      opened.close();
      throw e;
    }
    return files;
  }

  private void add(DataFile file, FileReader reader) throws IOException {
    files.put(file.path(), new Open(file, reader, dataSet.directory().deleted(file), pages));
  }

  Open open(DataFile file) throws IOException {
    Open open = files.get(file.path());
    if (open == null) {
      FileReader reader = FileReader.open(dataSet.input(file), new IoCounters());
      try {
        add(file, reader);
      } catch (IOException | RuntimeException e) {
        reader.close();
        throw e;
      }
      open = files.get(file.path());
    }
    open.users++;
    return open;
  }

  /** Closes the file, unless it is kept open for later uses. */
  void release(Open file) throws IOException {
    file.users--;
    int left = files.size() - unused;
    for (Iterator<Open> all = files.values().iterator(); left > 0 && all.hasNext(); ) {
      Open next = all.next();
      if (next.users == 0) {
        all.remove();
        next.reader.close();
        left--;
      }
    }
  }

  @Override
  public void close() throws IOException {
    IOException failure = null;
    for (Open open : new ArrayList<>(files.values())) {
      try {
        open.reader.close();
      } catch (IOException e) {
        failure = e;
      }
    }
    files.clear();
    if (failure != null) {
      throw failure;
    }
  }
}
