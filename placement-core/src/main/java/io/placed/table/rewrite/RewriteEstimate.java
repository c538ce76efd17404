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
 * What a rewrite will need and give, as far as footers and a sample tell. The sample was read and
 * encoded in the new placement by this process, on one thread.
 *
 * @param rows of the files that will be replaced
 * @param rowsDone how many of them an earlier try has written
 * @param filesAfter how many files there will be
 * @param bytesAfter predicted; exact for the files of an earlier try
 * @param memoryBytes of the heap that a task needs: pages waiting for their row group, what the
 *     reordering holds, and the rows of a page
 * @param seconds of one thread for what is left
 * @param sampledRows how many rows were encoded for this
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
   * What a rewrite of a data set in place would take, or of any table to another place. Changes
   * nothing.
   *
   * @throws java.io.FileNotFoundException if there is no table
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
