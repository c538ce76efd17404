/** What the log says about a table, as tables: snapshots, files, tags … */
package io.placed.table.metadata;
