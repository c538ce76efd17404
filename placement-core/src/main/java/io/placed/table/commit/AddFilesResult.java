package io.placed.table.commit;

import java.util.List;

/**
 * What adding files to a table did.
 *
 * @param snapshot the latest snapshot afterwards
 * @param added paths of the files that are listed now, relative to the table
 * @param listed paths of files that were listed before; nothing was done with them
 * @param rows of the added files
 * @param bytes of the added files
 */
public record AddFilesResult(
    long snapshot, List<String> added, List<String> listed, long rows, long bytes) {}
