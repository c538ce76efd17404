package io.placed.advise.cost;

import io.placed.placement.Reordering;
import io.placed.predicate.Predicate;
import io.placed.schema.Schema;
import io.placed.vector.Batch;
import java.io.Closeable;
import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Writes some pages in the format of a table, so that their sizes are those of the format. */
public interface PageFormat {
  /**
   * Writes a file.
   *
   * @param path in a local directory that is deleted afterwards
   * @param sort how the rows are sorted before; {@link Reordering#NONE} if they are in their order
   * @param batches may be reused by the iterator
   */
  void write(String path, Schema schema, Reordering sort, Iterator<Batch> batches)
      throws IOException;

  /** Opens a file that was written. */
  Pages open(String path, Schema schema) throws IOException;

  /** A file that was written. */
  interface Pages extends Closeable {
    /** Stored bytes of the columns, by name. */
    Map<String, Stored> stored() throws IOException;

    /** Columns that have to be read with a column, because it is derived from them. */
    default Set<String> parents(String column) throws IOException {
      return Set.of();
    }

    /** Decodes all values of a column. */
    void scan(String column) throws IOException;

    /**
     * The same, where the begin of a scan can be told from the rest.
     *
     * @param begun is called after the first batch
     * @return rows of the other batches; 0 if there is no other, or it cannot be told
     */
    default long scan(String column, Runnable begun) throws IOException {
      scan(column);
      return 0;
    }

    /**
     * A query on the file; null if the reader of the format cannot be timed, so that the times of
     * columns have to do.
     *
     * @param filter null = none
     */
    default PlannedQuery plan(List<String> columns, Predicate filter) throws IOException {
      return null;
    }
  }

  /** A query on a file that was written, which may be run repeatedly. */
  interface PlannedQuery {
    /** Requests that it makes. */
    long requests();

    /** Rows of the pages that are not skipped. */
    long rows();

    /** Reads and decodes; returns the number of matching rows. */
    long run() throws IOException;
  }

  /**
   * Bytes of a column.
   *
   * @param pageBytes of its pages
   * @param dictionaryBytes of its dictionary, which readers need beside any page
   */
  record Stored(long pageBytes, long dictionaryBytes) {}
}
