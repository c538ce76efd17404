package io.placed.benchmarks.engine;

import io.placed.formats.BatchSource;
import io.placed.schema.Schema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** A kind of file with its settings. */
public abstract class Format {
  private final String name;
  private final String extension;

  protected Format(String name, String extension) {
    this.name = name;
    this.extension = extension;
  }

  /** For people and for the names of files. */
  public final String name() {
    return name;
  }

  final String extension() {
    return extension;
  }

  /** A version of the code that wrote the files, if others have to rewrite them; null if not. */
  String version() {
    return null;
  }

  /** The name of the file with these settings. */
  public final String fileName() {
    return name.replace(' ', '-') + (version() == null ? "" : "-" + version()) + extension;
  }

  /**
   * Starts a file; there is none yet.
   *
   * @param groupRows rows of a row group; 0: as many as the format puts there by itself
   */
  public abstract Sink<?> create(Schema schema, Path file, int groupRows) throws IOException;

  /** Writes all rows; the file appears when it is complete. */
  public final void write(BatchSource rows, Path file, int groupRows, Progress progress)
      throws IOException {
    Path partial = file.resolveSibling("partial-" + file.getFileName());
    Files.deleteIfExists(partial);
    try (Sink<?> sink = create(rows.schema(), partial, groupRows)) {
      write(rows, sink, progress);
    }
    Files.move(partial, file, StandardCopyOption.ATOMIC_MOVE);
    // Hadoop's local file system leaves checksums beside what it wrote.
    Files.deleteIfExists(file.resolveSibling("." + partial.getFileName() + ".crc"));
  }

  private static <F> void write(BatchSource rows, Sink<F> sink, Progress progress)
      throws IOException {
    while (rows.next()) {
      sink.write(sink.form(rows.batch()));
      progress.at(rows.fraction());
    }
    sink.finish();
  }

  /** Receives the progress of a write. */
  public interface Progress {
    /**
     * @param fraction from 0 to 1
     */
    void at(double fraction);
  }
}
