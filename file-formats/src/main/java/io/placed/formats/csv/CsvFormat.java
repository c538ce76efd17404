package io.placed.formats.csv;

import io.placed.formats.BatchSource;
import io.placed.formats.FileFormat;
import io.placed.formats.FormatException;
import io.placed.io.FileStores;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.csv.CSVRecord;

/**
 * CSV files. Types are inferred in a first pass over all rows, so that no value near the end
 * contradicts them; the rows are read in a second pass.
 */
public final class CsvFormat implements FileFormat {
  private final FileStores stores;
  private final CsvDialect dialect;
  private final Schema given;

  /**
   * @param given the schema, or null to infer it. Columns are found by name, in files without a
   *     header by their order
   */
  public CsvFormat(FileStores stores, CsvDialect dialect, Schema given) {
    this.stores = stores;
    this.dialect = dialect;
    this.given = given;
  }

  private CsvReader reader(String path) throws IOException {
    List<String> names =
        given == null || dialect.header()
            ? null
            : given.fields().stream().map(Field::name).toList();
    return new CsvReader(stores.forPath(path).input(path), dialect, names);
  }

  @Override
  public Schema schema(List<String> paths) throws IOException {
    List<String> names = null;
    TypeGuess[] guesses = null;
    for (String path : paths) {
      try (CsvReader reader = reader(path)) {
        if (names == null) {
          names = reader.names();
          guesses = new TypeGuess[names.size()];
          for (int i = 0; i < guesses.length; i++) {
            guesses[i] = new TypeGuess();
          }
        } else if (!names.equals(reader.names())) {
          throw new FormatException(
              "%s has the columns %s, %s has %s: all files must have the same columns"
                  .formatted(path, reader.names(), paths.get(0), names));
        }
        if (given == null) {
          read(reader, guesses);
        }
      }
    }
    if (names == null) {
      throw new FormatException("no CSV file was given");
    }
    if (given != null) {
      return checked(paths.get(0), names);
    }
    List<Field> fields = new ArrayList<>();
    for (int i = 0; i < guesses.length; i++) {
      fields.add(Field.of(names.get(i), guesses[i].result()));
    }
    try {
      return Schema.of(fields);
    } catch (IllegalArgumentException e) {
      throw new FormatException(paths.get(0) + ": " + e.getMessage(), e);
    }
  }

  private Schema checked(String path, List<String> names) {
    for (Field f : given.fields()) {
      if (!names.contains(f.name())) {
        throw new FormatException(
            "--schema names the column '%s', which is not in %s; its columns are %s"
                .formatted(f.name(), path, String.join(", ", names)));
      }
      if (f.type().isNested()) {
        throw new FormatException(
            "--schema: column '%s' is %s, but CSV does not support nested types"
                .formatted(f.name(), f.type()));
      }
    }
    for (String name : names) {
      if (given.indexOf(name) < 0) {
        throw new FormatException(
            "--schema lacks column '%s' of %s; it must name all columns".formatted(name, path));
      }
    }
    return given;
  }

  private static void read(CsvReader reader, TypeGuess[] guesses) {
    for (CSVRecord r = reader.next(); r != null; r = reader.next()) {
      for (int i = 0; i < guesses.length; i++) {
        String text = r.get(i);
        if (text != null && !isMissingUnlessString(text)) {
          guesses[i].add(text);
        }
      }
    }
  }

  /** Strings that represent null in all columns of other types than string. */
  static boolean isMissingUnlessString(String text) {
    return text.isEmpty() || text.equals("NA");
  }

  @Override
  public BatchSource open(String path, Schema wanted) throws IOException {
    return new CsvSource(reader(path), path, wanted);
  }
}
