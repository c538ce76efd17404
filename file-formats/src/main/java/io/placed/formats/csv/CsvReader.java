package io.placed.formats.csv;

import io.placed.formats.FormatException;
import io.placed.formats.Streams;
import io.placed.io.InputFile;
import java.io.BufferedReader;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.zip.ZipException;
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
  private final Streams.FileStream file;
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
    file = Streams.open(input);
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
      parser = CSVParser.parse(reader(), format);
      records = parser.iterator();
      names = hasHeader ? header() : named(given);
    } catch (CharacterCodingException e) {
      file.close();
      throw new FormatException(path + ": not UTF-8", e);
    } catch (ZipException | EOFException e) {
      file.close();
      throw new FormatException(
          path + ": truncated or corrupt gzip file (" + e.getMessage() + ")", e);
    } catch (IOException | RuntimeException e) {
      file.close();
      throw e;
    }
  }

  private Reader reader() throws IOException {
    Reader in =
        new BufferedReader(
            new InputStreamReader(
                Streams.unpacked(file),
                StandardCharsets.UTF_8
                    .newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .onUnmappableCharacter(CodingErrorAction.REPORT)),
            1 << 16);
    in.mark(1);
    if (in.read() != '\uFEFF') {
      in.reset();
    }
    return in;
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
    List<String> out = new ArrayList<>();
    for (String name : header) {
      out.add(name == null || name.isEmpty() ? "_c" + out.size() : name);
    }
    return out;
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
      if (cause instanceof CharacterCodingException) {
        throw new FormatException(
            String.format(Locale.ROOT, "%s, after line %d: not UTF-8", path, line()), e);
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
    return file.fraction();
  }

  @Override
  public void close() throws IOException {
    parser.close();
    file.close();
  }
}
