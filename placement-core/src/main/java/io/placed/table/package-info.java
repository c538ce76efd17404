/**
 * A data set is a directory. {@code _placed/} in it holds immutable numbered snapshots; a commit is
 * one put-if-absent of the next. Files that this library writes are named after their commit and
 * are visible only if a snapshot lists them. Other Placed files in the directory are "foreign"
 * until a snapshot lists them; a directory without snapshots shows them, and so does a table whose
 * properties say so, unless a snapshot has replaced them.
 */
package io.placed.table;
