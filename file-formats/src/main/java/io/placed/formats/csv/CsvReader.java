package io.placed.formats.csv;

import io.placed.formats.FormatException;
import io.placed.formats.text.TextInput;
import io.placed.io.InputFile;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;
import org.apache.commons.csv.QuoteMode;

/**
 * The records of one CSV file (RFC 4180, UTF-8, optionally gzip-compressed). A value is null if it
 * is the null string without quotes.
 */
final class CsvReader implements Closeable {
  private final String path;
  private final TextInput text;
  private final CSVParser parser;
  private final Iterator<CSVRecord> records;
  private final boolean hasHeader;
  private final List<String> names;

  /** Of a file without a header, until it was returned. */
  private CSVRecord first;

  /**
   * @param given names of the columns of a file without a header; null: by position
   */
  CsvReader(InputFile input, CsvDialect dialect, List<String> given) throws IOException {
    hasHeader = dialect.header();
    path = input.path();
    text = new TextInput(input);
    // With this quote mode commons-csv distinguishes a quoted empty string from no value.
    CSVFormat format =
        CSVFormat.DEFAULT
            .builder()
            .setQuoteMode(QuoteMode.ALL_NON_NULL)
            .setDelimiter(dialect.delimiter())
            .setNullString(dialect.nullText().isEmpty() ? null : dialect.nullText())
            .setIgnoreEmptyLines(false)
            .get();
    try {
      parser = CSVParser.parse(text.reader(), format);
      records = parser.iterator();
      names = hasHeader ? header() : named(given);
    } catch (IOException e) {
      text.close();
      throw text.explained(e, 0);
    } catch (RuntimeException e) {
      text.close();
      throw e;
    }
  }

  private List<String> named(List<String> given) {
    first = read();
    if (first == null && given == null) {
      throw new FormatException(path + " is empty; without a header its columns are not known");
    }
    if (given != null) {
      return given;
    }
    return IntStream.range(0, first.size()).mapToObj(i -> "_c" + i).toList();
  }

  private List<String> header() {
    CSVRecord header = read();
    if (header == null) {
      throw new FormatException(path + " is empty; a CSV file starts with a header row");
    }
    Set<String> out = new LinkedHashSet<>();
    for (String name : header) {
      String named = name == null || name.isEmpty() ? "_c" + out.size() : name;
      if (!out.add(named)) {
        throw new FormatException(
            path + ": the header has two columns '" + named + "'; names must be distinct");
      }
    }
    return List.copyOf(out);
  }

  /** Names of the columns; one without a name is named after its position: {@code _c0}. */
  List<String> names() {
    return names;
  }

  /**
   * The next record, null at the end. Empty lines are skipped, except in a file of one column,
   * where they are null.
   *
   * @throws FormatException if the record and the columns differ in number
   */
  CSVRecord next() {
    while (true) {
      CSVRecord record = first == null ? read() : first;
      first = null;
      if (record == null || record.size() == names.size()) {
        return record;
      }
      boolean emptyLine = record.size() == 1 && (record.get(0) == null || record.get(0).isEmpty());
      if (!emptyLine) {
        throw new FormatException(
            String.format(
                Locale.ROOT,
                "%s, line %d: found %d values, expected %d as in the %s",
                path,
                line(),
                record.size(),
                names.size(),
                hasHeader ? "header" : "first row or schema"));
      }
    }
  }

  private CSVRecord read() {
    try {
      return records.hasNext() ? records.next() : null;
    } catch (UncheckedIOException | IllegalStateException e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      if (cause instanceof IOException io) {
        cause = text.explained(io, line());
      }
      throw new FormatException(
          String.format(
              Locale.ROOT, "%s, line %d: invalid CSV (%s)", path, line(), cause.getMessage()),
          e);
    }
  }

  /** The current line, from 1. */
  long line() {
    return parser == null ? 1 : Math.max(1, parser.getCurrentLineNumber());
  }

  double fraction() {
    return text.fraction();
  }

  @Override
  public void close() throws IOException {
    parser.close();
    text.close();
  }
}
