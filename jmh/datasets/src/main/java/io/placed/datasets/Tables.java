package io.placed.datasets;

import io.placed.formats.BatchSource;
import io.placed.formats.csv.CsvDialect;
import io.placed.formats.csv.CsvFormat;
import io.placed.io.LocalFileStore;
import io.placed.schema.Type;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** Where the rows of a table come from. */
public final class Tables {
  /** Such as {@code ints-100}: 100 columns of random ints. */
  private static final String INTS = "ints-";

  private static final double INT_ROWS = 1_000_000;

  private Tables() {}

  /**
   * Starts to generate or to read a table; the same rows every time.
   *
   * @throws IllegalArgumentException if there is no table of this name
   */
  public static BatchSource open(TableSpec spec) throws IOException {
    if (spec.isFile()) {
      return csv(spec.name());
    }
    if (spec.wideColumns() > 0) {
      return new WideSource(spec.wideColumns(), spec.wideGroups(), spec.groupRows());
    }
    Generator generator = generator(spec);
    if (generator != null) {
      return new GeneratedSource(generator);
    }
    if (spec.name().startsWith(INTS)) {
      int columns = Integer.parseInt(spec.name().substring(INTS.length()));
      return new IntSource(columns, Math.round(INT_ROWS * spec.scale()));
    }
    throw new IllegalArgumentException(
        "no table '"
            + spec.name()
            + "': name one of TPC-DS (store_sales), one of TPC-H (lineitem) or a CSV file");
  }

  /** Of TPC-H, TPC-DS, SSB ({@code ssb.lineorder}) and SS-DB ({@code ssdb.tiny}); null: none. */
  private static Generator generator(TableSpec spec) {
    String name = spec.name();
    if (name.startsWith("ssb.")) {
      return Generator.of("ssb", name.substring("ssb.".length()), String.valueOf(spec.scale()));
    }
    if (name.startsWith("ssdb.")) {
      return Generator.of("ssdb", "cycle", name.substring("ssdb.".length()));
    }
    if (TpchRows.names().contains(name)) {
      return new TpchRows(name, spec.scale(), spec.decimals() ? TpchRows.DECIMAL : Type.DOUBLE);
    }
    return TpcdsRows.names().contains(name.toLowerCase(Locale.ROOT))
        ? new TpcdsRows(name, spec.scale(), Type.INT32, spec.decimals())
        : null;
  }

  /** Types are found by reading the file once; {@code NA} is null. */
  private static BatchSource csv(String path) throws IOException {
    if (!Files.exists(Path.of(path))) {
      throw new NoSuchFileException(path);
    }
    LocalFileStore local = new LocalFileStore();
    CsvFormat format = new CsvFormat(any -> local, CsvDialect.STANDARD.withNullText("NA"), null);
    return format.open(path, format.schema(List.of(path)));
  }
}
