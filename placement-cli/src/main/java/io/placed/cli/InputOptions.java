package io.placed.cli;

import io.placed.schema.Schema;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** Options for reading the input. */
final class InputOptions {
  @Option(
      names = "--from",
      paramLabel = "FORMAT",
      description = "Input format: ${COMPLETION-CANDIDATES}. Default: detected.")
  Format from;

  @Option(
      names = "--null",
      paramLabel = "TEXT",
      defaultValue = "",
      description = {
        "CSV: the unquoted string that represents null, for reading and writing. Default: the empty"
            + " string. In columns of other types than string, the empty string and NA are always"
            + " null."
      })
  String nullText;

  @Option(
      names = "--schema",
      paramLabel = "SCHEMA",
      converter = SchemaConverter.class,
      description = {
        "CSV: the schema, as 'placed schema' prints it. Default: inferred, with the narrowest types"
            + " that represent every value."
      })
  Schema schema;

  @Mixin SnapshotOptions at;

  @Option(
      names = "--changes",
      paramLabel = "FIRST[:LAST]",
      description = {
        "Instead of a table, the rows that these snapshots of a data set added and removed, with"
            + " the columns _change_type, _commit_version and _commit_timestamp. Numbers or tags;"
            + " without LAST up to the latest."
      })
  String changes;

  /** Whether a command reads the first rows only; not an option. */
  boolean fewRows;

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
