package io.placed.scan;

import io.placed.io.IoCounters;
import io.placed.scan.decode.RowSpan;
import io.placed.scan.fetch.ScanStep;
import io.placed.vector.Bits;

/** Counters of one scan. The I/O counters of the file may have started earlier. */
final class ScanCounters {
  private final IoCounters io;
  private final long neededBefore;
  private final long readBefore;
  private final long gapsBefore;
  private final long requestsBefore;
  private long columnBytes;
  private long rowGroupBytes;
  private long rowGroups;
  private long rowGroupsSkipped;
  private long pages;
  private long pagesSkipped;
  private long rowsDecoded;
  private long rowsReturned;
  private long vectors;
  private long vectorsSkipped;
  private long fetchNanos;
  private long decodeNanos;

  ScanCounters(IoCounters io) {
    this.io = io;
    this.neededBefore = io.bytesNeeded();
    this.readBefore = io.bytesRead();
    this.gapsBefore = io.bytesInGaps();
    this.requestsBefore = io.requests();
  }

  void step(ScanStep step) {
    if (step.beginsRowGroup()) {
      columnBytes += step.columnBytes();
      rowGroupBytes += step.isEmpty() ? 0 : step.columnBytes();
      rowGroups += step.firstPart() ? 1 : 0;
      rowGroupsSkipped += step.firstPart() && step.ruledOut() ? 1 : 0;
      pages += step.ruledOut() ? 0 : step.allPages();
      pagesSkipped += step.ruledOut() ? 0 : step.allPages() - step.chosenPages();
    }
  }

  void fetched(long nanos) {
    fetchNanos += nanos;
  }

  void decoded(long nanos) {
    decodeNanos += nanos;
  }

  /** Counts rows before the filter. */
  void span(int rows) {
    rowsDecoded += rows;
    vectors += (rows + RowSpan.VECTOR - 1) / RowSpan.VECTOR;
  }

  /** Counts rows after filter and row choice, given by a bitmap. */
  void left(long[] bits, int rows) {
    for (int from = 0; from < rows; from += RowSpan.VECTOR) {
      vectorsSkipped += Bits.count(bits, from, Math.min(rows, from + RowSpan.VECTOR)) == 0 ? 1 : 0;
    }
  }

  void returned(int rows) {
    rowsReturned += rows;
  }

  ScanMetrics metrics() {
    return new ScanMetrics(
        io.bytesNeeded() - neededBefore,
        io.bytesRead() - readBefore,
        io.bytesInGaps() - gapsBefore,
        columnBytes,
        rowGroupBytes,
        io.requests() - requestsBefore,
        rowGroups,
        rowGroupsSkipped,
        pages,
        pagesSkipped,
        rowsDecoded,
        rowsReturned,
        vectors,
        vectorsSkipped,
        fetchNanos,
        decodeNanos);
  }
}
