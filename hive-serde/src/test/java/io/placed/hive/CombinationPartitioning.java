package io.placed.hive;

import io.placed.io.FileStores;
import io.placed.schema.Schema;
import io.placed.table.DataSet;
import io.placed.table.partition.PartitionSpec;
import io.placed.table.partition.PartitionTerm;
import io.placed.table.partition.PartitionTransform;
import io.placed.table.partition.PartitionTransform.Kind;
import io.placed.table.snapshot.Snapshot;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** By what the files of a random table are partitioned; Hive does not know transforms. */
final class CombinationPartitioning {
  private CombinationPartitioning() {}

  /** The partitioning of new files. */
  static PartitionSpec of(String place, List<String> partitions) throws IOException {
    DataSet dataSet = DataSet.at(FileStores.local(), place);
    if (!dataSet.hasSnapshots()) {
      return PartitionSpec.ofColumns(partitions);
    }
    Snapshot now = dataSet.current();
    return now.partitioning().spec(now.schema());
  }

  /** By partition columns and transforms of others. */
  static PartitionSpec random(List<String> partitions, Schema schema, Random random) {
    List<PartitionTerm> terms = new ArrayList<>(PartitionSpec.ofColumns(partitions).terms());
    for (int k = random.nextInt(3); k >= 0; k--) {
      String column = schema.field(random.nextInt(schema.size() - partitions.size())).name();
      Kind kind = Kind.values()[1 + random.nextInt(Kind.values().length - 1)];
      boolean numbered = kind == Kind.BUCKET || kind == Kind.TRUNCATE;
      int number = kind == Kind.BUCKET ? 4 : column.equals("id") ? 1000 : 3;
      PartitionTerm term =
          new PartitionTerm(column, new PartitionTransform(kind, numbered ? number : 0));
      if (isAllowed(term, schema) && !terms.contains(term)) {
        terms.add(term);
      }
    }
    return new PartitionSpec(terms);
  }

  private static boolean isAllowed(PartitionTerm term, Schema schema) {
    try {
      new PartitionSpec(List.of(term)).requireAllowed(schema);
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }
}
