package io.placed.io;

import java.util.concurrent.atomic.LongAdder;

/**
 * Counts needed bytes, fetched bytes, requests, and round trips: parallel requests are one round
 * trip. Thread-safe.
 */
public final class IoCounters {
  private final LongAdder needed = new LongAdder();
  private final LongAdder read = new LongAdder();
  private final LongAdder gaps = new LongAdder();
  private final LongAdder requests = new LongAdder();
  private final LongAdder waits = new LongAdder();

  /** Adds bytes that the reader used. */
  public void addNeeded(long bytes) {
    needed.add(bytes);
  }

  /**
   * Adds bytes of gaps between needed bytes of one request, which were read because another request
   * would cost more.
   */
  public void addInGaps(long bytes) {
    gaps.add(bytes);
  }

  /** Adds one request and its bytes. */
  public void addRead(long bytes) {
    addReads(1, bytes);
  }

  /** Adds parallel requests and their total bytes. */
  public void addReads(int count, long bytes) {
    read.add(bytes);
    requests.add(count);
    waits.increment();
  }

  public void add(IoCounters other) {
    needed.add(other.bytesNeeded());
    read.add(other.bytesRead());
    gaps.add(other.bytesInGaps());
    requests.add(other.requests());
    waits.add(other.waits());
  }

  public long bytesNeeded() {
    return needed.sum();
  }

  public long bytesRead() {
    return read.sum();
  }

  /** Fetched bytes of gaps between needed pages. */
  public long bytesInGaps() {
    return gaps.sum();
  }

  /** Number of fetched ranges. */
  public long requests() {
    return requests.sum();
  }

  /** Round trips: parallel requests count as one. */
  public long waits() {
    return waits.sum();
  }

  /**
   * Over-read: bytes that were fetched but not needed, in gaps between pages, and with footers and
   * indexes.
   */
  public long bytesOverRead() {
    return Math.max(0, bytesRead() - bytesNeeded());
  }

  /** A copy, independent of later reads. */
  public IoCounters snapshot() {
    IoCounters copy = new IoCounters();
    copy.add(this);
    return copy;
  }

  /** The sum of both, as a new object. */
  public IoCounters plus(IoCounters other) {
    IoCounters sum = snapshot();
    sum.add(other);
    return sum;
  }

  @Override
  public String toString() {
    return "needed "
        + bytesNeeded()
        + " B, read "
        + bytesRead()
        + " B in "
        + requests()
        + " requests and "
        + waits()
        + " round trips, over-read "
        + bytesOverRead()
        + " B";
  }
}
