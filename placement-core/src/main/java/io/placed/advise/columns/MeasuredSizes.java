package io.placed.advise.columns;

import io.placed.io.FileStores;
import io.placed.io.InputFile;
import io.placed.io.IoCounters;
import io.placed.io.LocalFileStore;
import io.placed.placement.Placement;
import io.placed.scan.FileReader;
import io.placed.scan.StoredBytes;
import io.placed.schema.Schema;
import io.placed.table.DataSet;
import io.placed.table.file.DataFile;
import io.placed.table.snapshot.Snapshot;
import io.placed.table.source.SourceFile;
import io.placed.table.source.TableSource;
import io.placed.vector.Batch;
import io.placed.write.FileWriter;
import io.placed.write.options.WriteOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** Measures sizes of columns in files of the table, or in a sample of its rows. */
public final class MeasuredSizes {
  /** Maximum number of files to open; the largest ones are taken. */
  private static final int MAX_FILES = 16;

  /** Rows of a sample. */
  public static final int SAMPLE_ROWS = 64 * 1024;

  private static final long SAMPLE_BYTES = 256L << 20;

  private MeasuredSizes() {}

  /** The rows of a table as batches. */
  public interface Rows {
    boolean next() throws IOException;

    /** Valid until the next call of {@link #next}. */
    Batch batch();
  }

  /** A file, and what the table says of it. */
  private record TableFile(InputFile input, DataFile file) {}

  /**
   * Sizes from the footers of the table's largest files; estimated if it has none.
   *
   * @param schema the columns wanted
   */
  public static ColumnSizes ofTable(Schema schema, DataSet table, Snapshot snapshot)
      throws IOException {
    List<TableFile> files = new ArrayList<>();
    for (DataFile f : largest(snapshot.files())) {
      files.add(new TableFile(table.input(f), f));
    }
    return ofFiles(schema, files, snapshot.rows());
  }

  /** The same of the files of a source, wherever these lie. */
  public static ColumnSizes ofSource(Schema schema, TableSource source, FileStores stores)
      throws IOException {
    List<DataFile> largest = largest(source.files().stream().map(SourceFile::file).toList());
    List<TableFile> files = new ArrayList<>();
    for (SourceFile f : source.files()) {
      if (largest.contains(f.file())) {
        files.add(
            new TableFile(stores.forPath(f.path()).input(f.path(), f.file().length()), f.file()));
      }
    }
    long rows = source.files().stream().mapToLong(f -> f.file().rows()).sum();
    return ofFiles(schema, files, rows);
  }

  /** As many files as are opened. */
  private static List<DataFile> largest(List<DataFile> files) {
    return files.stream()
        .sorted(Comparator.comparingLong(DataFile::length).reversed())
        .limit(MAX_FILES)
        .toList();
  }

  /**
   * Sizes from the footers of files; estimated if there are none.
   *
   * @param schema the columns wanted
   * @param tableRows of all files of the table
   */
  private static ColumnSizes ofFiles(Schema schema, List<TableFile> files, long tableRows)
      throws IOException {
    List<StoredBytes> found = new ArrayList<>();
    for (TableFile f : files) {
      try (FileReader reader = FileReader.open(f.input(), new IoCounters())) {
        if (reader.rows() > 0) {
          found.add(StoredBytes.of(reader).renamed(f.file()::columnOf));
        }
      }
    }
    if (found.isEmpty()) {
      return ColumnSizes.guessed(schema);
    }
    String source = "measured in " + found.size() + (found.size() == 1 ? " file" : " files");
    return ColumnSizes.measured(schema, found, tableRows, source);
  }

  /**
   * Sizes from the first rows, written with the options to a temporary file. The first rows may not
   * be representative of the table.
   *
   * @param tableRows rows of the table; 0 = unknown
   */
  public static ColumnSizes ofSample(Schema schema, Rows rows, WriteOptions options, long tableRows)
      throws IOException {
    String parent =
        options.temporaryDirectory() != null
            ? options.temporaryDirectory()
            : System.getProperty("java.io.tmpdir");
    Path directory = Files.createTempDirectory(Path.of(parent), "placed-sample");
    try {
      LocalFileStore store = new LocalFileStore();
      String path = directory.resolve("sample.placed").toString();
      long count = 0;
      boolean complete = false;
      try (FileWriter out =
          FileWriter.create(store, path, schema, options.withPlacement(Placement.DEFAULT))) {
        long bytes = 0;
        while (count < SAMPLE_ROWS && bytes < SAMPLE_BYTES && !complete) {
          complete = !rows.next();
          if (!complete) {
            out.write(rows.batch());
            count += rows.batch().rows();
            bytes += rows.batch().memoryBytes();
          }
        }
        out.finish();
      }
      if (count == 0) {
        return ColumnSizes.guessed(schema);
      }
      try (FileReader reader = FileReader.open(store.input(path), new IoCounters())) {
        return ColumnSizes.measured(
            schema,
            List.of(StoredBytes.of(reader)),
            complete
                ? count
                : Math.max(count, tableRows == 0 ? ColumnSizes.GUESSED_ROWS : tableRows),
            String.format(Locale.ROOT, "measured on the first %,d rows", count));
      }
    } finally {
      Files.deleteIfExists(directory.resolve("sample.placed"));
      Files.deleteIfExists(directory);
    }
  }
}
