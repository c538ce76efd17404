package io.placed.jmh.table;

import io.placed.formats.csv.CsvFormat;
import io.placed.formats.BatchSource;
import io.placed.cluster.Generator;
import io.placed.io.LocalFileStore;
import io.trino.tpch.TpchTable;
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
    Generator other = generator(spec);
    if (other != null) {
      return new GeneratedSource(other);
    }
    if (spec.name().startsWith(INTS)) {
      int columns = Integer.parseInt(spec.name().substring(INTS.length()));
      return new IntSource(columns, Math.round(INT_ROWS * spec.scale()));
    }
    if (TpchTable.getTables().stream().anyMatch(t -> t.getTableName().equals(spec.name()))) {
      return TpchSource.of(TpchTable.getTable(spec.name()), spec.scale(), spec.decimals());
    }
    try {
      io.trino.tpcds.Table.valueOf(spec.name().toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "no table '"
              + spec.name()
              + "': name one of TPC-DS (store_sales), one of TPC-H (lineitem) or a CSV file",
          e);
    }
    return new TpcdsSource(spec);
  }

  /** Of SSB ({@code ssb.lineorder}) and SS-DB ({@code ssdb.tiny}); null: neither. */
  private static Generator generator(TableSpec spec) {
    String name = spec.name();
    if (name.startsWith("ssb.")) {
      return Generator.of("ssb", name.substring("ssb.".length()), String.valueOf(spec.scale()));
    }
    return name.startsWith("ssdb.")
        ? Generator.of("ssdb", "cycle", name.substring("ssdb.".length()))
        : null;
  }

  /** Types are found by reading the file once; {@code NA} is a missing value. */
  private static BatchSource csv(String path) throws IOException {
    if (!Files.exists(Path.of(path))) {
      throw new NoSuchFileException(path);
    }
    LocalFileStore local = new LocalFileStore();
    CsvFormat format = new CsvFormat(any -> local, "NA", null);
    return format.open(path, format.schema(List.of(path)));
  }
}
