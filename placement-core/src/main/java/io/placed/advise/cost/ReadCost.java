package io.placed.advise.cost;

/**
 * What a query reads under a layout.
 *
 * @param bytes of needed pages and dictionaries
 * @param bytesRead of all requests: {@code bytes}, and gaps between needed pages that are read
 *     because another request would cost more
 * @param requests for pages
 * @param rows of the pages that are read, whether they match or not
 * @param files with such pages, whose footers are read
 */
public record ReadCost(double bytes, double bytesRead, double requests, double rows, double files) {
  /** Nothing is read. */
  public static final ReadCost NONE = new ReadCost(0, 0, 0, 0);

  /** Files are not counted. */
  public ReadCost(double bytes, double bytesRead, double requests, double rows) {
    this(bytes, bytesRead, requests, rows, 0);
  }

  /** The sum of both. */
  public ReadCost plus(ReadCost other) {
    return new ReadCost(
        bytes + other.bytes,
        bytesRead + other.bytesRead,
        requests + other.requests,
        rows + other.rows,
        files + other.files);
  }

  /** So many times the pages, of the same files. */
  public ReadCost times(double factor) {
    return new ReadCost(
        bytes * factor, bytesRead * factor, requests * factor, rows * factor, files);
  }

  /**
   * What this would be if the reader were asked, by what it and the model say about another layout:
   * as much more or less as there.
   *
   * @param model of the other layout
   * @param reader of the other layout
   */
  public ReadCost adjusted(ReadCost model, ReadCost reader) {
    return new ReadCost(
        adjusted(bytes, model.bytes, reader.bytes),
        adjusted(bytesRead, model.bytesRead, reader.bytesRead),
        adjusted(requests, model.requests, reader.requests),
        adjusted(rows, model.rows, reader.rows),
        adjusted(files, model.files, reader.files));
  }

  private static double adjusted(double of, double model, double reader) {
    return model > 0 ? of * reader / model : of + reader;
  }
}
