package io.placed.table.rewrite;

import io.placed.io.FileStores;
import io.placed.placement.Placement;
import io.placed.table.discovery.TableDirectory;
import io.placed.table.snapshot.Snapshot;
import io.placed.write.options.WriteOptions;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Cost and result of a rewrite, estimated from footers and a sample. The sample was read and
 * encoded in the new placement by one thread of this process.
 *
 * @param rows of the files to be replaced
 * @param rowsDone how many of them an earlier attempt has written
 * @param filesAfter number of files after the rewrite
 * @param bytesAfter predicted; exact for the files of an earlier attempt
 * @param memoryBytes heap of a task: encoded pages of a row group, rows of the reordering, and the
 *     rows of a page
 * @param seconds of one thread for the remaining rows
 * @param sampledRows number of rows in the sample
 */
public record RewriteEstimate(
    long rows,
    long rowsDone,
    int filesBefore,
    int filesAfter,
    long bytesBefore,
    long bytesAfter,
    long memoryBytes,
    double seconds,
    long sampledRows) {

  /**
   * Estimates a rewrite of a data set in place, or of any table to another path. Changes nothing.
   *
   * @throws java.io.FileNotFoundException if the table does not exist
   */
  public static RewriteEstimate of(FileStores stores, String path, RewriteOptions options)
      throws IOException {
    if (stores.forPath(path).stat(path).directory()) {
      return Rewrite.prepare(stores, path, options).estimate();
    }
    TableDirectory table = TableDirectory.at(stores, path);
    Snapshot file = table.current();
    Map<String, String> settings = new LinkedHashMap<>(options.settings());
    settings.putIfAbsent(Placement.SETTING, file.placement().toString());
    WriteOptions.of(settings).placement().requireFits(file.schema());
    return RewriteSample.estimate(
        table, file.schema(), file.files(), List.of(), List.of(), file.schema(), settings);
  }
}
