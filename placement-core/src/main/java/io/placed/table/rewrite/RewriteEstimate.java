package io.placed.table.rewrite;

import io.placed.io.FileStores;
import io.placed.schema.Schema;
import io.placed.table.discovery.TableDirectory;
import io.placed.table.file.DataFile;
import io.placed.table.snapshot.Snapshot;
import io.placed.write.options.WriteOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Cost and result of a rewrite, estimated from footers and a sample. The sample was read and
 * encoded in the new placement by one thread of this process.
 *
 * @param rows of the files to be replaced
 * @param rowsDone how many of them an earlier attempt has written
 * @param filesAfter number of files after the rewrite; at least, if rows move
 * @param bytesAfter predicted; exact for the files of an earlier attempt
 * @param memoryBytes heap of a task: encoded pages of a row group, rows of the reordering, and the
 *     rows of a page
 * @param seconds of one thread for the remaining rows
 * @param sampledRows number of rows in the sample
 * @param rowsMoved rows that go into partitions of other fields than those of their files, which
 *     may be any number
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
    long sampledRows,
    long rowsMoved) {

  RewriteEstimate moving(long moved) {
    return new RewriteEstimate(
        rows,
        rowsDone,
        filesBefore,
        filesAfter,
        bytesBefore,
        bytesAfter,
        memoryBytes,
        seconds,
        sampledRows,
        moved);
  }

  /**
   * Estimates a copy of a table to another path, or of a single file in its place. Changes nothing,
   * and uses nothing of an interrupted rewrite.
   *
   * @param oneFile whether all files become one; else a data set of the same partitions
   * @throws java.io.FileNotFoundException if the table does not exist
   */
  public static RewriteEstimate ofCopy(
      FileStores stores, String path, RewriteOptions options, boolean oneFile) throws IOException {
    TableDirectory table = TableDirectory.at(stores, path);
    Snapshot before = table.current();
    List<DataFile> files = before.files();
    Schema stored = oneFile ? before.schema() : DataFileCopy.fileSchema(before);
    Map<String, String> settings = KeptSettings.of(table, before).with(options.settings());
    WriteOptions.of(settings).placement().requireWritable().requireFits(stored);
    List<Long> rows = new ArrayList<>();
    if (oneFile) {
      rows.add(rows(files));
    } else {
      DataFileCopy copy = new DataFileCopy(table, before);
      copy.requirePartitions(files);
      copy.alike(files, options.fileBytes()).forEach(group -> rows.add(rows(group)));
    }
    return RewriteSample.estimate(table, before.schema(), files, rows, List.of(), stored, settings);
  }

  private static long rows(List<DataFile> files) {
    return files.stream().mapToLong(DataFile::liveRows).sum();
  }
}
