package io.placed.table.snapshot;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.placed.predicate.Predicate;
import io.placed.schema.Schema;
import io.placed.table.DataSetContract;
import io.placed.table.commit.Commit;
import io.placed.table.file.DataFile;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PruningTest extends DataSetContract {

  @Test
  void prunesByPartitionAndStatistics() throws Exception {
    Map<String, String> none = new HashMap<>();
    none.put("day", null);
    Commit commit = begin(BY_DAY, "day");
    commit.append(
        List.of(
            write(commit, "a", 10, BY_DAY, Map.of("day", "2020-01-01")),
            write(commit, "b", 20, BY_DAY, Map.of("day", "2020-01-02")),
            write(commit, "c", 30, BY_DAY, none)));
    showForeignFiles();
    put("day=2020-01-01/foreign.placed", 40, Schema.parse("id: int64"));
    put("beside.placed", 50, BY_DAY);
    assertPruned("true", 10, 20, 30, 40, 50);
    assertPruned("day = date '2020-01-01'", 10, 40, 50);
    assertPruned("day is null", 30, 50);
    assertPruned("day is not null and id > 15", 20, 40, 50);
    assertPruned("day > date '2020-01-01' or id >= 40", 20, 40, 50);
    assertPruned("id < 1");
  }

  private void assertPruned(String predicate, long... rows) throws Exception {
    Snapshot now = open().current();
    Predicate parsed =
        predicate.equals("true") ? Predicate.parse("id is not null") : Predicate.parse(predicate);
    List<Long> found =
        DataFilePruning.prune(now, parsed.bind(now.schema(), true)).stream()
            .map(DataFile::rows)
            .sorted()
            .toList();
    assertEquals(Arrays.stream(rows).boxed().toList(), found, predicate);
  }
}
