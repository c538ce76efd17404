/**
 * Earlier advice of a table: what was predicted, what scans counted after it was followed, and the
 * error that later advice has to expect. {@link io.placed.advise.check.AdviceMemory} keeps it in
 * the table's directory.
 */
package io.placed.advise.check;
