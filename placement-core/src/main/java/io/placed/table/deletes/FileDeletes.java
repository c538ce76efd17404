package io.placed.table.deletes;

import io.placed.error.CorruptFileException;
import io.placed.error.MalformedDataException;
import io.placed.io.BoundedCache;
import io.placed.io.FileStore;
import io.placed.io.PathNames;
import io.placed.io.RandomInput;
import io.placed.io.ReadTarget;
import io.placed.scan.request.DeletedRows;
import io.placed.table.file.ChangedRows;
import io.placed.table.file.DataFile;
import io.placed.table.file.Deletes;
import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.Serializable;
import java.util.Arrays;
import java.util.List;

/**
 * The deletion vector of a data file, for whoever reads the file, in any process.
 *
 * @param log whole path of the directory of the table's log
 * @param fileId of the data file
 * @param fileRows of the data file, deleted ones included
 * @param reference where the vector is; null = no row is deleted
 * @param changed as of {@link DataFile#changed}
 */
public record FileDeletes(
    String log, String fileId, long fileRows, Deletes reference, ChangedRows changed)
    implements Serializable {
  /** Objects of a small bitmap; larger ones take about as much memory as their bytes. */
  private static final int BITMAP_OVERHEAD = 512;

  /** A longer vector is looked for before memory is reserved for it. */
  private static final int CHECKED_BYTES = 1 << 20;

  private static final BoundedCache<FileDeletes, RowBitmap> CACHE =
      new BoundedCache<>(Runtime.getRuntime().maxMemory() / 32);

  /**
   * @param log whole path of the directory of the table's log
   * @return null if all rows of the file are seen
   */
  public static FileDeletes of(String log, DataFile file) {
    return file.isWhole()
        ? null
        : new FileDeletes(log, file.fileId(), file.rows(), file.deletes(), file.changed());
  }

  /** The whole path of the file of deletion vectors. */
  public String path() {
    return PathNames.join(log, reference.path());
  }

  /**
   * The rows that are not seen.
   *
   * @throws CorruptFileException if the vector is damaged, missing, or that of another file
   */
  public DeletedRows load(FileStore store) throws IOException {
    return changed == null ? vector(store) : new OtherRows(changedRows(store));
  }

  private RowBitmap changedRows(FileStore store) throws IOException {
    RowBitmap rows =
        new FileDeletes(log, fileId, fileRows, changed.vector(), null).vector(store).copy();
    if (reference != null) {
      rows.removeAll(new FileDeletes(log, fileId, fileRows, reference, null).vector(store));
    }
    if (rows.rows() != changed.rows()) {
      throw new CorruptFileException(
          PathNames.join(log, changed.vector().path()),
          changed.vector().offset(),
          "a commit changed "
              + changed.rows()
              + " rows of file "
              + fileId
              + ", its deletion vectors tell "
              + rows.rows());
    }
    return rows;
  }

  /**
   * The rows of the vector; shared, not to be changed.
   *
   * @throws CorruptFileException if it is damaged, missing, or that of another file
   */
  public RowBitmap vector(FileStore store) throws IOException {
    RowBitmap known = CACHE.get(this);
    if (known == null) {
      known = read(store);
      CACHE.put(this, known, BITMAP_OVERHEAD + (long) reference.length());
    }
    return known;
  }

  /** The same from the file, whatever was read before. */
  public RowBitmap read(FileStore store) throws IOException {
    byte[] vector = bytes(store);
    try {
      RowBitmap rows = VectorCodec.rows(vector);
      if (rows.rows() != reference.rows() || rows.end() > fileRows) {
        throw new MalformedDataException(
            "the log says that "
                + reference.rows()
                + " of "
                + fileRows
                + " rows are deleted, the deletion vector has "
                + rows.rows()
                + ", the last one is row "
                + (rows.end() - 1));
      }
      return rows;
    } catch (MalformedDataException e) {
      throw new CorruptFileException(path(), reference.offset(), e.getMessage(), e);
    }
  }

  private byte[] bytes(FileStore store) throws IOException {
    long max = VectorCodec.maxBytes(fileRows);
    if (reference.length() > max) {
      throw new CorruptFileException(
          path(),
          reference.offset(),
          "a deletion vector of "
              + reference.length()
              + " bytes; that of a file of "
              + fileRows
              + " rows has at most "
              + max);
    }
    byte[] header = new byte[VectorCodec.HEADER_BYTES];
    byte[] owner = new byte[VectorCodec.OWNER_BYTES];
    long start = reference.offset() - owner.length;
    if (start < header.length) {
      throw new CorruptFileException(
          path(), reference.offset(), "a deletion vector at the header of the file");
    }
    if (reference.offset() > Long.MAX_VALUE - reference.length()) {
      throw endsBefore(null);
    }
    long end = reference.offset() + reference.length();
    if (reference.length() > CHECKED_BYTES) {
      requireLength(store, end);
    }
    byte[] vector = new byte[reference.length()];
    try (RandomInput in = store.input(path(), end).open()) {
      in.readAll(
          List.of(
              new ReadTarget(0, header, 0, header.length),
              new ReadTarget(start, owner, 0, owner.length),
              new ReadTarget(reference.offset(), vector, 0, vector.length)));
    } catch (FileNotFoundException e) {
      throw new MissingDeletesException(path(), reference.commitId(), e);
    } catch (EOFException e) {
      throw endsBefore(e);
    }
    try {
      VectorCodec.requireHeader(header, reference.commitId());
      if (!Arrays.equals(owner, VectorCodec.owner(fileId))) {
        throw new MalformedDataException("the deletion vector is of another file than " + fileId);
      }
    } catch (MalformedDataException e) {
      throw new CorruptFileException(path(), start, e.getMessage(), e);
    }
    return vector;
  }

  private void requireLength(FileStore store, long end) throws IOException {
    try {
      if (store.stat(path()).length() < end) {
        throw endsBefore(null);
      }
    } catch (FileNotFoundException e) {
      throw new MissingDeletesException(path(), reference.commitId(), e);
    }
  }

  private CorruptFileException endsBefore(Throwable cause) {
    return new CorruptFileException(
        path(), reference.offset(), "the file ends before the end of the deletion vector", cause);
  }
}
