package io.placed.write;

import io.placed.encoding.Profile;
import io.placed.io.FileStore;
import io.placed.io.IoCounters;
import io.placed.io.LocalFileStore;
import io.placed.io.PathNames;
import io.placed.placement.Placement;
import io.placed.placement.reorder.BatchSource;
import io.placed.placement.reorder.RunStore;
import io.placed.scan.BatchReader;
import io.placed.scan.FileReader;
import io.placed.scan.request.ReadRequest;
import io.placed.vector.Batch;
import io.placed.write.options.WriteOptions;
import java.io.IOException;
import java.util.UUID;

/** Stores sorted runs as temporary Placed files on the local disk. */
public final class SpillFiles implements RunStore {
  /** Batches with fewer rows were limited by bytes; keeping them bounds the memory of reading. */
  private static final int FULL_BATCH_ROWS = 4096;

  /** A merge holds a row group of each run as stored, and one of its pages decompressed. */
  private static final String ROW_GROUP = 4 * FULL_BATCH_ROWS + " rows";

  private final FileStore store = new LocalFileStore();
  private final String directory;

  /**
   * @param directory null = {@code java.io.tmpdir}
   */
  public SpillFiles(String directory) {
    this.directory = directory != null ? directory : System.getProperty("java.io.tmpdir");
  }

  @Override
  public Run write(BatchSource rows) throws IOException {
    String path = PathNames.join(directory, "placed-sort-" + UUID.randomUUID() + ".placed");
    if (!rows.next()) {
      throw new IllegalArgumentException("a run needs at least one batch");
    }
    WriteOptions options =
        WriteOptions.defaults()
            .withPlacement(Placement.preset("arrow").with("placement.row-group", ROW_GROUP))
            .withPageRows(FULL_BATCH_ROWS)
            .withProfile(Profile.FAST)
            .withTemporaryDirectory(directory);
    try (FileWriter out = FileWriter.create(store, path, rows.batch().schema(), options)) {
      do {
        out.write(rows.batch());
        if (rows.batch().rows() < FULL_BATCH_ROWS) {
          out.endRowGroup();
        }
      } while (rows.next());
      out.finish();
    }
    return new Spilled(path);
  }

  private final class Spilled implements Run {
    private final String path;

    Spilled(String path) {
      this.path = path;
    }

    @Override
    public BatchSource open() throws IOException {
      FileReader file = FileReader.open(store.input(path), new IoCounters());
      BatchReader reader;
      try {
        reader = file.read(ReadRequest.all());
      } catch (IOException | RuntimeException e) {
        file.close();
        throw e;
      }
      return new BatchSource() {
        @Override
        public boolean next() throws IOException {
          return reader.next();
        }

        @Override
        public Batch batch() {
          return reader.batch();
        }

        @Override
        public void close() throws IOException {
          reader.close();
          file.close();
        }
      };
    }

    @Override
    public void delete() throws IOException {
      store.delete(path, false);
    }
  }
}
