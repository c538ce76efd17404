package io.placed.advise.cost;

/**
 * What a query reads under a layout.
 *
 * @param bytes of needed pages and dictionaries
 * @param bytesRead of all requests: {@code bytes}, and gaps between needed pages that are read
 *     because another request would cost more
 * @param requests for pages
 * @param rows of the pages that are read, whether they match or not
 */
public record ReadCost(double bytes, double bytesRead, double requests, double rows) {
  /** Nothing is read. */
  public static final ReadCost NONE = new ReadCost(0, 0, 0, 0);

  /** The sum of both. */
  public ReadCost plus(ReadCost other) {
    return new ReadCost(
        bytes + other.bytes,
        bytesRead + other.bytesRead,
        requests + other.requests,
        rows + other.rows);
  }

  /** All of it so many times. */
  public ReadCost times(double factor) {
    return new ReadCost(bytes * factor, bytesRead * factor, requests * factor, rows * factor);
  }
}
