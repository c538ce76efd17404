package io.placed.cli;

import io.placed.schema.Schema;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** How input is to be understood. */
final class InputOptions {
  @Option(
      names = "--from",
      paramLabel = "FORMAT",
      description = "Format of the input: ${COMPLETION-CANDIDATES}. Default: what it looks like.")
  Format from;

  @Option(
      names = "--null",
      paramLabel = "TEXT",
      defaultValue = "",
      description = {
        "CSV: text that, not in quotes, stands for a missing value in every column, read and"
            + " written. Default: nothing at all. In columns that are not strings, an empty text"
            + " and NA are missing values in any case."
      })
  String nullText;

  @Option(
      names = "--schema",
      paramLabel = "SCHEMA",
      converter = SchemaConverter.class,
      description = {
        "CSV: names and types of the columns, as 'placed schema' prints them. Default: the"
            + " narrowest types that keep every value."
      })
  Schema schema;

  @Mixin SnapshotOptions at;

  /** Whether a command wants the first rows only; not an option. */
  boolean fewRows;

  /** Reads the text form of a schema. */
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
