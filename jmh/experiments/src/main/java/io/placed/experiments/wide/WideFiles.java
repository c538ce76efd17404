package io.placed.experiments.wide;

import io.placed.benchmarks.engine.Container;
import io.placed.benchmarks.engine.Engine;
import io.placed.benchmarks.engine.Engines;
import io.placed.datasets.RepeatedSource;
import io.placed.experiments.NotMeasuredException;
import io.placed.io.IoCounters;
import io.placed.io.LocalFileStore;
import io.placed.scan.FileMap;
import io.placed.scan.FileReader;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.ipc.ArrowFileReader;
import org.apache.hadoop.conf.Configuration;
import org.apache.orc.OrcFile;
import org.apache.orc.Reader;
import org.apache.orc.StripeInformation;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.util.HadoopInputFile;

/** Files of very many columns: writing them, opening them, and how large their metadata is. */
final class WideFiles {
  /** Rows of a row group; the paper does not give a number. */
  static final int ROWS = 16;

  private static final int PARQUET_TAIL = 8;

  /** Reading its defaults takes tens of milliseconds: readers get one that is there. */
  private static final Configuration HADOOP = new Configuration();

  private WideFiles() {}

  /**
   * An engine by the statistics that are written.
   *
   * @param statistics none, chunk, or page (the usual)
   * @throws NotMeasuredException if the format has no setting for it
   */
  static Engine engine(String format, String statistics) throws NotMeasuredException {
    boolean usual = statistics.equals("page");
    boolean none = statistics.equals("none");
    Container container = none ? Container.USUAL.withoutStatistics() : Container.USUAL;
    switch (format) {
      case "parquet" -> {
        if (usual || none) {
          return Engines.parquet("none", container);
        }
        throw new NotMeasuredException("parquet-java has page statistics or none");
      }
      case "orc" -> {
        if (usual || none) {
          return Engines.orc("none", container);
        }
        throw new NotMeasuredException("ORC's writer has indexes of its row groups or none");
      }
      case "arrow" -> {
        if (none) {
          return Engines.arrow("none");
        }
        throw new NotMeasuredException("Arrow has no statistics");
      }
      default -> {
        if (usual) {
          return Engines.placedWith("placed", Map.of());
        }
        throw new NotMeasuredException("Placed always writes statistics, apart from the footer");
      }
    }
  }

  /** A file of ten row groups, written unless it is there. */
  static Path write(Path directory, Engine engine, int columns, boolean strings)
      throws IOException {
    Files.createDirectories(directory);
    Path file =
        directory.resolve(
            columns + (strings ? "-strings-" : "-doubles-") + engine.format().fileName());
    if (!Files.exists(file)) {
      try (RepeatedSource rows = new RepeatedSource(columns, strings, ROWS)) {
        engine.format().write(rows, file, ROWS, p -> {});
      }
    }
    return file;
  }

  /** Decodes all metadata that a reader of all columns needs; returns the number of columns. */
  static int open(String format, Path file) throws IOException {
    switch (format) {
      case "parquet" -> {
        try (ParquetFileReader reader = parquet(file)) {
          return reader.getFooter().getBlocks().get(0).getColumns().size();
        }
      }
      case "orc" -> {
        try (Reader reader = orc(file)) {
          return reader.getSchema().getChildren().size();
        }
      }
      case "arrow" -> {
        try (RootAllocator allocator = new RootAllocator();
            FileChannel channel = FileChannel.open(file);
            ArrowFileReader reader = new ArrowFileReader(channel, allocator)) {
          reader.getRecordBlocks();
          return reader.getVectorSchemaRoot().getFieldVectors().size();
        }
      }
      default -> {
        try (FileReader reader = placed(file)) {
          return reader.schema().size();
        }
      }
    }
  }

  private static ParquetFileReader parquet(Path file) throws IOException {
    return ParquetFileReader.open(
        HadoopInputFile.fromPath(new org.apache.hadoop.fs.Path(file.toUri()), HADOOP));
  }

  private static Reader orc(Path file) throws IOException {
    return OrcFile.createReader(
        new org.apache.hadoop.fs.Path(file.toUri()), OrcFile.readerOptions(HADOOP));
  }

  private static FileReader placed(Path file) throws IOException {
    return FileReader.open(new LocalFileStore().input(file.toString()), new IoCounters());
  }

  /** Bytes of a file that are not values: of Parquet those of the footer, as in the paper. */
  static long metadata(String format, Path file) throws IOException {
    switch (format) {
      case "parquet" -> {
        return footer(file).length;
      }
      case "orc" -> {
        try (Reader reader = orc(file)) {
          List<StripeInformation> stripes = reader.getStripes();
          StripeInformation last = stripes.get(stripes.size() - 1);
          return Files.size(file) - last.getOffset() - last.getLength();
        }
      }
      case "arrow" -> {
        // The schema once at the beginning and once at the end, and the places of batches.
        try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
          in.seek(in.length() - 10);
          return Integer.reverseBytes(in.readInt());
        }
      }
      default -> {
        try (FileReader reader = placed(file)) {
          long data = 0;
          for (FileMap.Extent e : reader.map(false).extents()) {
            data += e.data() ? e.length() : 0;
          }
          return Files.size(file) - data;
        }
      }
    }
  }

  /** The footer of a Parquet file. */
  static byte[] footer(Path file) throws IOException {
    try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
      in.seek(in.length() - PARQUET_TAIL);
      byte[] out = new byte[Integer.reverseBytes(in.readInt())];
      in.seek(in.length() - PARQUET_TAIL - out.length);
      in.readFully(out);
      return out;
    }
  }
}
