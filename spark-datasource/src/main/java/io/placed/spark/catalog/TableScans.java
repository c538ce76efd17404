package io.placed.spark.catalog;

import io.placed.spark.internal.decision.ScanTable;
import io.placed.spark.internal.decision.TimeTravel;
import io.placed.spark.options.JoinKeys;
import io.placed.spark.options.OptionUse;
import io.placed.spark.options.PlacedOptions;
import io.placed.spark.read.PlacedScanBuilder;
import io.placed.spark.read.source.SourceOptions;
import io.placed.spark.read.source.Sources;
import io.placed.spark.read.vector.FileMetadataColumn;
import io.placed.spark.write.RowOperation;
import io.placed.table.source.Moment;
import io.placed.table.source.TableSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.connector.read.ScanBuilder;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/** Scans of a table, as the options of a read and of plan rules ask for them. */
final class TableScans {
  private final PinnedTable table;

  TableScans(PinnedTable table) {
    this.table = table;
  }

  /**
   * @param given options of the read, and those of plan rules
   */
  ScanBuilder newScanBuilder(CaseInsensitiveStringMap given) {
    CaseInsensitiveStringMap own = withoutThoseOfRules(given);
    CallOptions calls = table.calls();
    CaseInsensitiveStringMap all = calls.over(own);
    PlacedOptions.check(all.asCaseSensitiveMap());
    calls.requireSupported(
        table.name(), calls.isInCatalog() ? OptionUse.TABLE_READ : OptionUse.PATH_READ, own);
    requirePinned(own, all);
    TableSource source = table.source();
    table.requireFollows(source);
    boolean merges = given.containsKey(ScanTable.MERGE_READS);
    CaseInsensitiveStringMap marked =
        merges ? RowOperation.reading(all) : OptionUse.markedForStream(all, calls.named(own));
    JoinKeys keys = JoinKeys.of(given);
    if (keys != JoinKeys.OF_ALL_COLUMNS) {
      marked = keys.in(marked);
    }
    CaseInsensitiveStringMap opened = table.options();
    PlacedScanBuilder scan =
        new PlacedScanBuilder(
            merges ? Sources.allFiles(source, opened) : Sources.chosen(source, opened, all),
            table.schema(),
            marked,
            given.containsKey(ScanTable.KEEP_FILTERS));
    if (given.containsKey(ScanTable.NO_AGGREGATES)) {
      scan.leaveAggregates();
    }
    String metadata = given.get(ScanTable.METADATA_COLUMNS);
    if (metadata != null) {
      scan.pruneColumns(FileMetadataColumn.with(table.schema(), List.of(metadata.split(","))));
    }
    return scan;
  }

  private static CaseInsensitiveStringMap withoutThoseOfRules(CaseInsensitiveStringMap given) {
    Map<String, String> own = new HashMap<>(given.asCaseSensitiveMap());
    List.of(
            ScanTable.KEEP_FILTERS,
            ScanTable.METADATA_COLUMNS,
            ScanTable.MERGE_READS,
            ScanTable.NO_AGGREGATES,
            JoinKeys.OPTION)
        .forEach(option -> own.keySet().removeIf(option::equalsIgnoreCase));
    return new CaseInsensitiveStringMap(own);
  }

  /** Refuses options that select another snapshot than the one that is pinned. */
  private void requirePinned(CaseInsensitiveStringMap own, CaseInsensitiveStringMap all) {
    Moment opened = SourceOptions.moment(table.options());
    String version = own.get(TimeTravel.VERSION);
    if (!SourceOptions.moment(all).equals(opened)
        || version != null && !version.equals(opened.snapshot())) {
      throw new IllegalArgumentException(
          table.name()
              + ": the table is already resolved, so the options "
              + PlacedOptions.SNAPSHOT
              + ", "
              + TimeTravel.VERSION
              + " and "
              + PlacedOptions.AS_OF
              + " cannot select another snapshot; use VERSION AS OF, TIMESTAMP AS OF, or the path");
    }
  }
}
