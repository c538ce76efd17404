package io.placed.hive.write;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class SnapshotGuardTest {
  @Test
  void onlyTheTableWhoseFilesGoIsMeant() {
    assertTrue(SnapshotGuard.removes("INSERT OVERWRITE TABLE t SELECT 1", "default.t"));
    assertTrue(SnapshotGuard.removes("insert\n overwrite `T` select 1", "default.t"));
    assertTrue(SnapshotGuard.removes("insert overwrite table `d`.`t` select 1", "d.t"));
    assertTrue(
        SnapshotGuard.removes(
            "from x insert into a select 1 insert overwrite table t select 2", "d.t"));
    assertTrue(SnapshotGuard.removes("load data inpath '/x' overwrite into table t", "d.t"));
    assertFalse(SnapshotGuard.removes("insert overwrite table other select * from t", "d.t"));
    assertFalse(SnapshotGuard.removes("insert overwrite table e.t select 1", "d.t"));
    assertFalse(SnapshotGuard.removes("insert into t select 1", "d.t"));
  }
}
