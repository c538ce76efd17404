package io.placed.picture.waterfall;

import io.placed.scan.ScanMetrics;
import io.placed.text.Amounts;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;

/** Why a scan read more than it returned, where a better placement would help. */
final class ScanRemarks {
  /** Below this, one request costs more than the bytes. */
  private static final long LEAST_BYTES = 1 << 20;

  /** Share of over-read in the bytes read from which on it is high. */
  private static final double HIGH_OVER_READ = 0.5;

  /** Share of matching rows in the tested ones below which they are few. */
  private static final double FEW_ROWS = 0.1;

  private ScanRemarks() {}

  /** Empty if nothing is remarkable. */
  static List<String> of(ScanMetrics m, Collection<String> filterColumns) {
    List<String> remarks = new ArrayList<>();
    if (m.bytesRead() < LEAST_BYTES) {
      return remarks;
    }
    if (m.bytesOverRead() >= HIGH_OVER_READ * m.bytesRead()) {
      boolean gaps = m.bytesInGaps() >= m.bytesOverRead() / 2;
      remarks.add(
          "High over-read: %s of %s that were read (%s) were not needed. %s"
              .formatted(
                  Amounts.bytes(m.bytesOverRead()),
                  Amounts.bytes(m.bytesRead()),
                  percent(m.bytesOverRead(), m.bytesRead()),
                  gaps
                      ? "Most are between pages that were needed: columns that are read together"
                          + " are not stored together."
                      : "Most come with footers and indexes: there are many small files."));
    }
    if (!filterColumns.isEmpty() && m.rowsReturned() < FEW_ROWS * m.rowsDecoded()) {
      remarks.add(
          "Low selectivity of pages: %s were read for %s of %s (%s). Rows that match are scattered"
                  .formatted(
                      Amounts.bytes(m.bytesRead()),
                      Amounts.count(m.rowsReturned()),
                      Amounts.count(m.rowsDecoded(), "row"),
                      percent(m.rowsReturned(), m.rowsDecoded()))
              + " over pages; more pages can be skipped if rows are sorted by "
              + String.join(" or ", filterColumns)
              + ".");
    }
    return remarks;
  }

  private static String percent(long part, long whole) {
    return String.format(Locale.ROOT, "%.1f %%", 100.0 * part / Math.max(1, whole));
  }
}
