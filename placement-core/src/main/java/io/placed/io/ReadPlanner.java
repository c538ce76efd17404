package io.placed.io;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Plans requests for needed ranges: sorted, no byte twice, small gaps are read because another
 * request would cost more, large ranges are split.
 *
 * <p>Guarantees: every needed byte is in exactly one request; no request has {@code maxGap} or more
 * consecutive unneeded bytes, or starts or ends with one; none is longer than {@code maxRequest}. A
 * range is split only if it is longer than that, or overlaps another one.
 */
public final class ReadPlanner {
  /** Maximum length of an array on every JVM. */
  public static final int MAX_REQUEST = Integer.MAX_VALUE - 8;

  private ReadPlanner() {}

  /**
   * One read request.
   *
   * @param needed number of needed bytes in it
   */
  public record Request(long offset, int length, int needed) {
    /** End offset, exclusive. */
    public long end() {
      return offset + length;
    }
  }

  /**
   * @param needed in any order; may touch, overlap, repeat, be empty
   * @param maxGap gaps of fewer bytes are read; 0 = none
   * @param maxRequest bytes, 1 to {@link #MAX_REQUEST}
   */
  public static List<Request> plan(List<ByteRange> needed, int maxGap, int maxRequest) {
    if (maxGap < 0 || maxRequest < 1 || maxRequest > MAX_REQUEST) {
      throw new IllegalArgumentException(
          "maxGap must be at least 0 and maxRequest 1 to "
              + MAX_REQUEST
              + ", found "
              + maxGap
              + " and "
              + maxRequest);
    }
    List<ByteRange> sorted = new ArrayList<>(needed);
    sorted.removeIf(r -> r.length() == 0);
    sorted.sort(Comparator.comparingLong(ByteRange::offset).thenComparingLong(ByteRange::end));

    List<Request> requests = new ArrayList<>();
    long start = 0;
    long end = 0;
    int wanted = 0;
    for (ByteRange range : sorted) {
      long from = wanted == 0 ? range.offset() : Math.max(range.offset(), end);
      if (from >= range.end()) {
        continue;
      }
      boolean near = from == end || from - end < maxGap;
      if (wanted > 0 && near && range.end() - start <= maxRequest) {
        wanted += (int) (range.end() - from);
        end = range.end();
        continue;
      }
      if (wanted > 0) {
        requests.add(new Request(start, (int) (end - start), wanted));
      }
      for (; range.end() - from > maxRequest; from += maxRequest) {
        requests.add(new Request(from, maxRequest, maxRequest));
      }
      start = from;
      end = range.end();
      wanted = (int) (end - start);
    }
    if (wanted > 0) {
      requests.add(new Request(start, (int) (end - start), wanted));
    }
    return requests;
  }

  /**
   * Index of the request that contains the byte, by binary search.
   *
   * @throws IllegalArgumentException if none does
   */
  public static int find(List<Request> requests, long offset) {
    int low = 0;
    int high = requests.size() - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      Request r = requests.get(middle);
      if (offset < r.offset()) {
        high = middle - 1;
      } else if (offset >= r.end()) {
        low = middle + 1;
      } else {
        return middle;
      }
    }
    throw new IllegalArgumentException("no request contains byte " + offset);
  }
}
