package io.placed.formats.csv;

/**
 * How CSV files are read and written.
 *
 * @param nullText the unquoted string that represents null in every column; empty: nothing between
 *     two delimiters
 * @param delimiter between values
 * @param header whether the first row has the names of the columns
 */
public record CsvDialect(String nullText, char delimiter, boolean header) {
  /** RFC 4180 with a header row. */
  public static final CsvDialect STANDARD = new CsvDialect("", ',', true);

  /**
   * @throws IllegalArgumentException if the delimiter means something else in a CSV file
   */
  public CsvDialect {
    if (delimiter == '"' || delimiter == '\n' || delimiter == '\r' || delimiter == '\uFEFF') {
      throw new IllegalArgumentException(
          "a delimiter must not be a quote, a line break or a byte order mark");
    }
    if (nullText.indexOf(delimiter) >= 0) {
      throw new IllegalArgumentException(
          "the string that represents null must not contain the delimiter, found '"
              + nullText
              + "'");
    }
  }

  public CsvDialect withNullText(String value) {
    return new CsvDialect(value, delimiter, header);
  }
}
