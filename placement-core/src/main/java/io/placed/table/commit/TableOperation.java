package io.placed.table.commit;

import io.placed.table.discovery.TableDirectory;
import io.placed.table.file.DataFile;
import io.placed.table.snapshot.TableState;
import java.io.IOException;
import java.util.List;
import java.util.Set;

/** What a commit does to a table. It is applied again to the latest state after a conflict. */
sealed interface TableOperation
    permits FileOperation, AddFiles, Alteration, Rollback, TagChange, Expiry, Cleanup {
  /** The next state of the table; {@code base} is null if there is no snapshot yet. */
  TableState apply(TableDirectory table, TableState base) throws IOException;

  /** Files that must exist when it is committed. */
  default List<DataFile> added() {
    return List.of();
  }

  /** Files of deletion vectors that must exist when it is committed, by path in the log. */
  default Set<String> vectors() {
    return Set.of();
  }

  /** The name of the operation in the history. */
  String operation();
}
