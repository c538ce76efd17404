package io.placed.formats.advise;

import io.placed.formats.BatchSource;
import io.placed.formats.zones.ZonedFormat;
import io.placed.io.FileStores;
import io.placed.io.ParallelReads;
import io.placed.io.RandomInput;
import io.placed.schema.Schema;
import io.placed.vector.Batch;
import io.placed.vector.Values;
import java.io.IOException;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.FileContent;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.deletes.PositionDeleteIndex;

/** Deleted rows of Iceberg's data files: deletion vectors and position deletes. */
final class IcebergDeletes {
  private static final Schema POSITIONS = Schema.parse("file_path: string, pos: int64");

  private final String table;
  private final FileStores stores;

  /** By file of position deletes, by data file. */
  private final Map<String, Map<String, BitSet>> files = new HashMap<>();

  IcebergDeletes(String table, FileStores stores) {
    this.table = table;
    this.stores = stores;
  }

  /** Reads the files of position deletes, each of which may be that of many data files. */
  void read(List<FileScanTask> tasks) throws IOException {
    Map<String, DeleteFile> all = new LinkedHashMap<>();
    for (FileScanTask task : tasks) {
      for (DeleteFile d : task.deletes()) {
        if (d.content() == FileContent.POSITION_DELETES && d.format() != FileFormat.PUFFIN) {
          all.put(d.location(), d);
        }
      }
    }
    List<DeleteFile> distinct = List.copyOf(all.values());
    List<Map<String, BitSet>> found = ParallelReads.all(distinct, this::positions);
    for (int k = 0; k < found.size(); k++) {
      files.put(distinct.get(k).location(), found.get(k));
    }
  }

  /**
   * Deleted positions of a data file, whose deletes were {@link #read}.
   *
   * @return null if no row is deleted
   * @throws IllegalArgumentException if rows are deleted by the values of columns
   */
  BitSet of(String dataFile, List<DeleteFile> deletes) throws IOException {
    BitSet out = null;
    for (DeleteFile d : deletes) {
      if (d.content() == FileContent.EQUALITY_DELETES) {
        throw new IllegalArgumentException(
            table
                + " has equality deletes, whose rows cannot be counted without a join; rewrite its"
                + " data files first (rewrite_data_files with 'delete-file-threshold' = '1')");
      }
      out = out == null ? new BitSet() : out;
      if (d.format() == FileFormat.PUFFIN) {
        vector(d, out);
      } else {
        BitSet own = files.get(d.location()).get(dataFile);
        if (own != null) {
          out.or(own);
        }
      }
    }
    return out;
  }

  private void vector(DeleteFile d, BitSet out) throws IOException {
    String path = d.location();
    byte[] bytes = new byte[Math.toIntExact(d.contentSizeInBytes())];
    try (RandomInput in = stores.forPath(path).input(path).open()) {
      in.readFully(d.contentOffset(), bytes, 0, bytes.length);
    }
    PositionDeleteIndex.deserialize(bytes, d).forEach(p -> out.set(Math.toIntExact(p)));
  }

  private Map<String, BitSet> positions(DeleteFile d) throws IOException {
    ZonedFormat format = ZonedFormats.of(stores, d.location());
    if (format == null) {
      throw new IllegalArgumentException(
          table
              + " has position deletes in "
              + d.format()
              + ", which is not supported; rewrite its data files first");
    }
    Map<String, BitSet> found = new HashMap<>();
    try (BatchSource rows = format.open(d.location(), POSITIONS)) {
      while (rows.next()) {
        Batch batch = rows.batch();
        for (int i = 0; i < batch.rows(); i++) {
          String file = (String) Values.get(batch.column(0), i);
          int at = Math.toIntExact((Long) Values.get(batch.column(1), i));
          found.computeIfAbsent(file, f -> new BitSet()).set(at);
        }
      }
    }
    return found;
  }
}
