package io.placed.cli.input;

import io.placed.cli.error.CliException;
import io.placed.formats.csv.CsvDialect;
import io.placed.schema.Schema;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** Options for reading files of other formats; those of CSV also for writing. */
public final class FormatOptions {
  @Option(
      names = "--from",
      paramLabel = "FORMAT",
      description = "Input format: ${COMPLETION-CANDIDATES}. Default: detected.")
  public Format from;

  @Option(
      names = "--null",
      paramLabel = "TEXT",
      defaultValue = "",
      description = {
        "CSV: the unquoted string that represents null, for reading and writing. Default: the empty"
            + " string. In columns of other types than string, the empty string and NA are always"
            + " null."
      })
  private String nullText;

  @Option(
      names = "--delimiter",
      paramLabel = "CHAR",
      defaultValue = ",",
      converter = DelimiterConverter.class,
      description =
          "CSV: the character between values, or 'tab', for reading and writing. Default: a comma.")
  private char delimiter;

  @Option(
      names = "--no-header",
      description = {
        "CSV: without a header row, for reading and writing. Columns that are read are called _c0,"
            + " _c1, or as in --schema, by their order."
      })
  private boolean noHeader;

  @Option(
      names = "--schema",
      paramLabel = "SCHEMA",
      converter = SchemaConverter.class,
      description = {
        "CSV, JSON: the schema, as 'placed schema' prints it. Default: inferred, with the narrowest"
            + " types that represent every value."
      })
  public Schema schema;

  /**
   * @throws CliException if the options contradict each other
   */
  public CsvDialect csv() {
    try {
      return new CsvDialect(nullText, delimiter, !noHeader);
    } catch (IllegalArgumentException e) {
      throw new CliException("--delimiter and --null: " + e.getMessage());
    }
  }

  /** The first option of CSV that is not as by default; null if there is none. */
  public String csvOption() {
    if (delimiter != ',') {
      return "--delimiter";
    }
    if (!nullText.isEmpty()) {
      return "--null";
    }
    return noHeader ? "--no-header" : null;
  }

  /** Parses one character. */
  static final class DelimiterConverter implements ITypeConverter<Character> {
    @Override
    public Character convert(String text) {
      if (text.equals("tab") || text.equals("\\t")) {
        return '\t';
      }
      if (text.length() != 1) {
        throw new TypeConversionException(
            "'" + text + "' is not one character; allowed is also 'tab'");
      }
      return text.charAt(0);
    }
  }

  /** Parses the text form of a schema. */
  static final class SchemaConverter implements ITypeConverter<Schema> {
    @Override
    public Schema convert(String text) {
      try {
        return Schema.parse(text.strip().replaceAll("\\R", " "));
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(e.getMessage());
      }
    }
  }
}
