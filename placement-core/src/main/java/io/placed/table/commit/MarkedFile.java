package io.placed.table.commit;

import io.placed.table.file.DataFile;
import io.placed.table.file.Deletes;

/**
 * A file that stays, some of whose rows are deleted.
 *
 * @param read as the operation found it
 * @param deletes all of its deleted rows, those included that were deleted before
 */
record MarkedFile(DataFile read, Deletes deletes) {
  /** Number of rows that are deleted by the operation. */
  long rows() {
    return deletes.rows() - (read.rows() - read.liveRows());
  }
}
