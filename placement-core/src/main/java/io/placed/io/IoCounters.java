package io.placed.io;

import java.util.concurrent.atomic.LongAdder;

/**
 * Bytes that were wanted, bytes that were fetched, requests made for them, and how often the reader
 * had to wait for requests before it could go on. Thread-safe.
 */
public final class IoCounters {
  private final LongAdder needed = new LongAdder();
  private final LongAdder read = new LongAdder();
  private final LongAdder gaps = new LongAdder();
  private final LongAdder requests = new LongAdder();
  private final LongAdder waits = new LongAdder();

  /** Bytes that the reader had a use for. */
  public void addNeeded(long bytes) {
    needed.add(bytes);
  }

  /**
   * So many of the bytes read lie between wanted ones that one request fetches, because another
   * request would cost more than they do.
   */
  public void addInGaps(long bytes) {
    gaps.add(bytes);
  }

  /** One request that fetched so many bytes. */
  public void addRead(long bytes) {
    addReads(1, bytes);
  }

  /** So many requests made together, which fetched so many bytes in all. */
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

  /** Of the bytes fetched, those between pages that were wanted. */
  public long bytesInGaps() {
    return gaps.sum();
  }

  /** Ranges that were fetched. */
  public long requests() {
    return requests.sum();
  }

  /** Reads that followed each other: requests made together count as one. */
  public long waits() {
    return waits.sum();
  }

  /**
   * Bytes that were fetched and not needed: those in gaps between pages, and what reading a footer
   * and its indexes in one or two requests brings along.
   */
  public long bytesOverRead() {
    return Math.max(0, bytesRead() - bytesNeeded());
  }

  /** A copy that later reads do not change. */
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
        + " waits, over-read "
        + bytesOverRead()
        + " B";
  }
}
