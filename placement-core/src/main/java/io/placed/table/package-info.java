/**
 * A data set is a directory. {@code _placed/} in it holds immutable numbered snapshots; a commit is
 * one put-if-absent of the next. Files that this library writes are named after their commit and
 * are visible only if a snapshot lists them; other Placed files in the directory are "foreign" and
 * visible unless a snapshot has replaced them.
 */
package io.placed.table;
