package io.placed.table.source;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.placed.schema.Schema;
import io.placed.table.file.DataFile;
import io.placed.table.snapshot.CopiedRows;
import io.placed.table.snapshot.Snapshot;
import io.placed.table.snapshot.SnapshotInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FilesByDirectoryTest {
  private static Snapshot of(String... paths) {
    List<DataFile> files = new ArrayList<>();
    for (String path : paths) {
      files.add(DataFile.unknown(path, 1));
    }
    SnapshotInfo info =
        new SnapshotInfo(0, 0, "", "", 0, "files", files.size(), 0, 0, 0, 0, CopiedRows.NONE, 0);
    Schema schema = Schema.parse("id: int64");
    return new Snapshot(info, schema, 1, List.of(), "", Map.of(), files);
  }

  private static List<String> below(FilesByDirectory files, String directory) {
    return files.below(directory).stream().map(DataFile::path).toList();
  }

  /** Whoever names each partition of a table looks at each of its files once. */
  @Test
  void onlyTheFilesOfADirectoryAreLookedAt() {
    FilesByDirectory files =
        new FilesByDirectory(
            of(
                "Day=1/Hour=1/a",
                "Day=1/b",
                "Day=1/hour=1/c",
                "Day=10/a",
                "Day=A/a",
                "day=1/a",
                "day=a/a",
                "root"));
    List<String> first = List.of("Day=1/Hour=1/a", "Day=1/b", "Day=1/hour=1/c", "day=1/a");
    assertEquals(first, below(files, "Day=1"));
    assertEquals(first, below(files, "day=1"));
    List<String> deep = List.of("Day=1/Hour=1/a", "Day=1/hour=1/c");
    assertEquals(deep, below(files, "day=1/Hour=1"));
    assertEquals(List.of("Day=10/a"), below(files, "Day=10"));
    assertEquals(List.of("day=a/a"), below(files, "DAY=a"));
    assertEquals(List.of(), below(files, "Day=2"));
    assertEquals(List.of(), below(files, "Day=1/Hour"));
  }
}
